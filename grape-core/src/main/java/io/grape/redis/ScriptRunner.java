package io.grape.redis;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts: EVALSHA, and EVAL once where Redis does not know the script (after a restart, a failover, a flush, on a new
 * shard). Nothing else calls EVAL. Turns every failure of the store into a {@link GrapeException}.
 */
final class ScriptRunner {
    /** Redis's words for "not now": it is up, and will be usable again without anybody's help to the broker. */
    private static final Set<String> NOT_NOW = Set.of(
            "LOADING",
            "BUSY",
            "MISCONF",
            "READONLY",
            "CLUSTERDOWN",
            "TRYAGAIN",
            "MASTERDOWN",
            "NOREPLICAS",
            "MOVED",
            "ASK",
            "UNBLOCKED");

    private final RedisClusterAsyncCommands<byte[], byte[]> redis;
    private final StoreListener listener;
    private final String clock;
    private final Map<Script, Script.Text> texts = new ConcurrentHashMap<>();

    /**
     * Runs scripts on {@code redis}.
     *
     * @param clock the Lua in front of every script that sets {@code now}; only tests give another than Redis's own
     */
    ScriptRunner(RedisClusterAsyncCommands<byte[], byte[]> redis, StoreListener listener, String clock) {
        this.redis = redis;
        this.listener = listener;
        this.clock = clock;
    }

    CompletionStage<Reply> run(Script script, byte[][] keys, Args args) {
        byte[][] values = args.toArray();
        Script.Text text = texts.computeIfAbsent(script, one -> one.text(clock));
        return timed(
                        script.name(),
                        () -> redis.<List<Object>>evalsha(text.digest(), ScriptOutputType.MULTI, keys, values)
                                .exceptionallyCompose(failure -> unwrapped(failure) instanceof RedisNoScriptException
                                        ? redis.eval(text.bytes(), ScriptOutputType.MULTI, keys, values)
                                        : CompletableFuture.failedFuture(failure)))
                .thenApply(Reply::new);
    }

    /** Runs a plain command. */
    <T> CompletionStage<T> call(
            String name, Function<RedisClusterAsyncCommands<byte[], byte[]>, CompletionStage<T>> command) {
        return timed(name, () -> command.apply(redis));
    }

    private <T> CompletionStage<T> timed(String name, Call<T> call) {
        long start = System.nanoTime();
        CompletionStage<T> stage;
        try {
            stage = call.start();
        } catch (RedisException e) {
            stage = CompletableFuture.failedFuture(e);
        }
        return stage.handle((value, failure) -> {
            listener.called(name, Duration.ofNanos(System.nanoTime() - start), failure == null);
            if (failure != null) {
                throw translated(failure);
            }
            return value;
        });
    }

    private interface Call<T> {
        CompletionStage<T> start();
    }

    private static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }

    private static GrapeException translated(Throwable wrapped) {
        Throwable failure = unwrapped(wrapped);
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof RedisCommandExecutionException) {
            String word = message.split(" ", 2)[0];
            if (word.equals("OOM")) {
                return new GrapeException(ErrorCode.OVERLOADED, "Redis is full: it takes no new jobs", failure);
            }
            return NOT_NOW.contains(word) ? unavailable(message, failure) : internal(message, failure);
        }
        return failure instanceof RedisException ? unavailable(message, failure) : internal(message, failure);
    }

    private static GrapeException unavailable(String message, @Nullable Throwable cause) {
        return new GrapeException(ErrorCode.STORE_UNAVAILABLE, "Redis cannot be used now: " + message, cause);
    }

    private static GrapeException internal(String message, @Nullable Throwable cause) {
        return new GrapeException(ErrorCode.INTERNAL, "Redis refused a script: " + message, cause);
    }
}
