package io.grape.redis.broker;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.grape.core.Deadline;
import io.grape.redis.connection.MismatchedReplyException;
import io.grape.redis.connection.RedisConnections;
import io.grape.redis.overload.Brake.Slowness;
import io.grape.redis.overload.NodeQueues;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Looks how much memory is left in each node of Redis that is used, and how long it takes for its scripts, so that work can
 * be shed before Redis is full or too slow.
 */
public final class BrakeWatch {
    private static final Pattern USED = Pattern.compile("(?m)^used_memory:([0-9]+)");
    private static final Pattern MOST = Pattern.compile("(?m)^maxmemory:([0-9]+)");
    private static final Keyword LATENCY = new Keyword("LATENCY");

    private final RedisConnections redis;
    private final NodeQueues nodes;
    private final Duration timeout;
    private final Map<String, ScriptWindow> windows = new ConcurrentHashMap<>();

    /** A command that Lettuce does not know. */
    private record Keyword(String word) implements ProtocolKeyword {
        @Override
        public byte[] getBytes() {
            return word.getBytes(US_ASCII);
        }

        @Override
        public String toString() {
            return word;
        }
    }

    public BrakeWatch(RedisConnections redis, NodeQueues nodes, Duration timeout) {
        this.redis = redis;
        this.nodes = nodes;
        this.timeout = timeout;
    }

    /** Looks once. Nodes for which nothing left since the last time are not asked. Never fails. */
    public CompletionStage<Void> look() {
        return CompletableFuture.allOf(nodes.used().stream().map(this::look).toArray(CompletableFuture<?>[]::new));
    }

    private CompletableFuture<Void> look(String name) {
        CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> node = redis.commands(name);
        return CompletableFuture.allOf(
                tell(
                        node,
                        commands -> commands.info("memory"),
                        info -> nodes.brake(name).memory(used(info))),
                tell(node, BrakeWatch::histogram, reply -> scripts(name, ScriptTimes.read(reply, slow()))));
    }

    private static CompletionStage<List<Object>> histogram(RedisClusterAsyncCommands<byte[], byte[]> commands) {
        CommandArgs<byte[], byte[]> args = new CommandArgs<>(ByteArrayCodec.INSTANCE)
                .add("HISTOGRAM")
                .add("evalsha")
                .add("eval");
        return commands.dispatch(LATENCY, new NestedMultiOutput<>(ByteArrayCodec.INSTANCE), args);
    }

    private Duration slow() {
        return nodes.options().slowScript();
    }

    private void scripts(String name, ScriptTimes times) {
        ScriptWindow window = windows.computeIfAbsent(name, first -> new ScriptWindow());
        Slowness slowness = window.add(times, System.nanoTime());
        if (slowness != null) {
            nodes.brake(name).scripts(slowness);
        }
    }

    /** A node that hides it, or does not reply, is as it was. */
    private <T> CompletableFuture<Void> tell(
            CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> node,
            Function<RedisClusterAsyncCommands<byte[], byte[]>, CompletionStage<T>> question,
            Consumer<T> answer) {
        return Deadline.in(timeout)
                .limit(() -> node.thenCompose(question))
                .thenApply(told -> MismatchedReplyException.read(told, known -> {
                    answer.accept(known);
                    return known;
                }))
                .handle((told, failure) -> null);
    }

    private static double used(String info) {
        double most = number(MOST, info);
        return most == 0 ? 0 : number(USED, info) / most;
    }

    private static double number(Pattern field, String info) {
        Matcher line = field.matcher(info);
        return line.find() ? Double.parseDouble(line.group(1)) : 0;
    }
}
