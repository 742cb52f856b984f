package io.grape.redis.script;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.grape.core.Deadline;
import io.grape.core.GrapeException;
import io.grape.core.job.AckLevel;
import io.grape.redis.connection.MismatchedReplyException;
import io.grape.redis.connection.RedisConnections;
import io.grape.redis.connection.StoreFailure;
import io.grape.redis.overload.NodeQueue;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.protocol.RedisCommand;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts with EVALSHA. If Redis does not know the script (after a restart, a failover, a flush, on a new shard),
 * it uses EVAL once. No other class calls EVAL. Every call ends by its deadline and is not sent after it. Every failure
 * of the store becomes a {@link GrapeException}. A call whose slot moves to another node is {@linkplain CallRetry
 * retried}.
 */
public final class ScriptRunner {
    /** A good replica has a write within a millisecond or two; a slow one will not have it soon. */
    static final Duration MAX_FOR_REPLICAS = Duration.ofMillis(300);
    /** A call that is retried once more has begun by then. */
    private static final Executor LATER = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);

    private final RedisConnections redis;
    private final Duration timeout;
    private final StoreListener listener;
    private final Function<Script, ScriptText> assembly;
    /** Gives each call a unique name on its connection, even behind a proxy with other brokers. */
    private final AtomicLong calls = new AtomicLong(ThreadLocalRandom.current().nextLong(1L << 40));

    private volatile @Nullable RightsGuard rights;
    private final Map<Script, ScriptText> texts = new ConcurrentHashMap<>();
    /** How many calls wait for the slot of a key. */
    private final Map<ByteBuffer, Integer> moving = new ConcurrentHashMap<>();

    /**
     * Runs scripts on a Redis.
     *
     * @param timeout the time limit of one call, including the wait for a connection
     * @param assembly builds the text for Redis from a script; only tests use another clock, or change a script
     */
    public ScriptRunner(
            RedisConnections redis, Duration timeout, StoreListener listener, Function<Script, ScriptText> assembly) {
        this.redis = redis;
        this.timeout = timeout;
        this.listener = listener;
        this.assembly = assembly;
    }

    /** From now on, scripts begin only if this guard lets them, and it explains what Redis denies. */
    public void guardedBy(RightsGuard guard) {
        rights = guard;
    }

    /** The current node of a key. */
    String node(byte[] key) {
        return redis.node(key);
    }

    /** The time limit of one call. */
    Duration timeout() {
        return timeout;
    }

    public CompletionStage<Reply> run(Script script, byte[][] keys, Args args) {
        return run(script, keys, args, Deadline.in(timeout));
    }

    /** The same for a call that has already waited. */
    public CompletionStage<Reply> run(Script script, byte[][] keys, Args args, Deadline deadline) {
        return run(script, () -> redis.route(keys[0]), keys[0], call(script, keys, args, deadline));
    }

    /** The same. If the reply comes after the call has failed, {@code undo} gets it. */
    public CompletionStage<Reply> run(
            Script script, byte[][] keys, Args args, Deadline deadline, Consumer<Reply> undo) {
        LateReplyUndo late = new LateReplyUndo(undo);
        ScriptCall call = call(script, keys, args, deadline, late::heard);
        CompletionStage<Reply> reply = run(script, () -> redis.route(keys[0]), keys[0], call);
        reply.whenComplete((answer, failure) -> {
            if (failure != null) {
                late.givenUp();
            }
        });
        return reply;
    }

    /** The same on one node, wherever the keys belong: it does not follow redirects, nor wait for them. */
    public CompletionStage<Reply> run(
            Script script,
            CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> node,
            byte[][] keys,
            Args args) {
        return run(script, () -> node, null, call(script, keys, args, Deadline.in(timeout)));
    }

    /** The same for a script that touches no key, so that any node runs it. */
    CompletionStage<Reply> runWithoutKeys(
            Script script, CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> node, Args args) {
        return run(script, node, new byte[0][], args);
    }

    private CompletionStage<Reply> run(
            Script script,
            Supplier<CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>>> way,
            byte @Nullable [] key,
            ScriptCall call) {
        return this.<RedisClusterAsyncCommands<byte[], byte[]>, List<byte[]>>timed(
                        script.name(),
                        call.deadline(),
                        way,
                        key,
                        node -> permitted(
                                call,
                                () -> sent(call.byDigest(), node)
                                        .exceptionallyCompose(failure -> isUnknownScript(failure)
                                                ? call.deadline().limit(() -> sent(call.byText(), node))
                                                : CompletableFuture.failedFuture(failure))))
                .thenApply(Reply::new);
    }

    /** A script that would be denied a command in its middle is not begun: it would be left half done. */
    private <T> CompletionStage<T> permitted(ScriptCall call, Supplier<CompletionStage<T>> run) {
        RightsGuard guard = rights;
        return guard == null || !guard.isDenied(call.text())
                ? run.get()
                : guard.permit(call.text())
                        .thenCompose(permitted -> call.deadline().limit(run));
    }

    private static CompletionStage<List<byte[]>> sent(
            RedisCommand<byte[], byte[], List<byte[]>> command, RedisClusterAsyncCommands<byte[], byte[]> node) {
        return node.dispatch(command.getType(), command.getOutput(), command.getArgs());
    }

    private ScriptCall call(Script script, byte[][] keys, Args args, Deadline deadline) {
        return call(script, keys, args, deadline, answer -> {});
    }

    private ScriptCall call(Script script, byte[][] keys, Args args, Deadline deadline, Consumer<List<byte[]>> hearer) {
        byte[] name =
                Long.toString(calls.incrementAndGet(), Character.MAX_RADIX).getBytes(US_ASCII);
        return new ScriptCall(
                texts.computeIfAbsent(script, assembly),
                keys,
                keys.length == 0 ? keys : new byte[][] {Keys.gap(keys[0])},
                args.toArray(),
                name,
                deadline,
                hearer);
    }

    /** The same; also returns how many replicas have its writes: as many as wanted, or fewer after a timeout. */
    public CompletionStage<Reply> run(Script script, byte[][] keys, Args args, Deadline deadline, AckLevel ack) {
        if (ack.replicas() == 0) {
            return run(script, keys, args, deadline);
        }
        ReplicatedScriptCall pair =
                new ReplicatedScriptCall(call(script, keys, args, deadline), ack.replicas(), confirmedWithin());
        return timed(
                script.name(),
                deadline,
                () -> redis.confirming(keys[0]),
                keys[0],
                node -> permitted(
                        pair.call(),
                        () -> deadline.limit(() -> pair.known(node))
                                .exceptionallyCompose(failure -> isUnknownScript(failure)
                                        ? deadline.limit(() -> pair.whole(node))
                                        : CompletableFuture.failedFuture(failure))));
    }

    private Duration confirmedWithin() {
        Duration half = timeout.dividedBy(2);
        return half.compareTo(MAX_FOR_REPLICAS) < 0 ? half : MAX_FOR_REPLICAS;
    }

    private static boolean isUnknownScript(Throwable failure) {
        return StoreFailure.unwrapped(failure) instanceof RedisNoScriptException;
    }

    /**
     * Runs a plain command on one key.
     *
     * @param reader throws if the reply does not fit the command
     */
    public <A, T> CompletionStage<T> call(String name, byte[] key, Command<A> command, Function<A, T> reader) {
        return call(name, () -> redis.route(key), key, command, reader);
    }

    /** The same on one node. */
    public <A, T> CompletionStage<T> call(
            String name,
            CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> node,
            Command<A> command,
            Function<A, T> reader) {
        return call(name, () -> node, null, command, reader);
    }

    private <A, T> CompletionStage<T> call(
            String name,
            Supplier<CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>>> way,
            byte @Nullable [] key,
            Command<A> command,
            Function<A, T> reader) {
        return timed(
                name,
                Deadline.in(timeout),
                way,
                key,
                node -> command.on(node).thenApply(answer -> MismatchedReplyException.read(answer, reader)));
    }

    /** A plain command. */
    @FunctionalInterface
    public interface Command<T> {
        CompletionStage<T> on(RedisClusterAsyncCommands<byte[], byte[]> node);
    }

    /** With a key, the call is retried while the slot of that key moves. */
    private <N, T> CompletionStage<T> timed(
            String name,
            Deadline deadline,
            Supplier<CompletableFuture<N>> way,
            byte @Nullable [] key,
            Function<N, CompletionStage<T>> call) {
        CompletionStage<T> answer = started(way, call, deadline).exceptionallyCompose(failure -> {
            if (key != null && StoreFailure.isOfMove(failure)) {
                return whileItMoves(key, failure, () -> started(way, call, deadline), deadline);
            }
            return StoreFailure.isOfRights(failure) ? denied(name, failure) : CompletableFuture.failedFuture(failure);
        });
        return answer.handle((value, failure) -> {
            listener.called(name, deadline.elapsed(), failure == null);
            if (failure != null) {
                redis.failed(failure);
                throw StoreFailure.of(failure);
            }
            return value;
        });
    }

    private <T> CompletionStage<T> denied(String name, Throwable failure) {
        RightsGuard guard = rights;
        return guard == null || guard.isQuestion(name)
                ? CompletableFuture.failedStage(failure)
                : guard.explain(failure).thenCompose(CompletableFuture::failedStage);
    }

    private <T> CompletionStage<T> whileItMoves(
            byte[] key, Throwable failure, Supplier<CompletionStage<T>> attempt, Deadline deadline) {
        ByteBuffer name = ByteBuffer.wrap(key);
        moving.merge(name, 1, Integer::sum);
        return NodeQueue.start(() -> CallRetry.whileItMoves(failure, attempt, deadline, redis::failed))
                .whenComplete((done, why) -> LATER.execute(
                        () -> moving.computeIfPresent(name, (same, calls) -> calls == 1 ? null : calls - 1)));
    }

    /** True while calls over this key wait, as its slot moves to another node. */
    public boolean isMoving(byte[] key) {
        return moving.containsKey(ByteBuffer.wrap(key));
    }

    private static <N, T> CompletionStage<T> started(
            Supplier<CompletableFuture<N>> way, Function<N, CompletionStage<T>> call, Deadline deadline) {
        try {
            CompletableFuture<N> route = way.get();
            return route.isDone() && !route.isCompletedExceptionally() && !deadline.isOver()
                    ? call.apply(route.join())
                    : deadline.limit(() -> route.thenCompose(node -> deadline.limit(() -> call.apply(node))));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(new RedisException(e.getMessage(), e));
        }
    }
}
