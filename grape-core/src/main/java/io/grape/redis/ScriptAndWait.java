package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A script and, right behind it, WAIT, given to the connection as one: WAIT counts the replicas that have what its own
 * connection had seen written before. Sent alone, it could be the first command of a connection that was made anew meanwhile,
 * perhaps to another primary, and would count replicas that have nothing. A produce that finds its job there already is
 * confirmed just as well: Redis counts from the last command, whether it wrote or not.
 */
@SuppressWarnings("ArrayRecordComponent")
record ScriptAndWait(Script.Text text, byte[][] keys, byte[][] values, int replicas, Duration patience) {
    private static final ByteArrayCodec CODEC = ByteArrayCodec.INSTANCE;

    /** Runs it by its digest. */
    CompletableFuture<Confirmed> known(StatefulRedisConnection<byte[], byte[]> connection) {
        return send(connection, CommandType.EVALSHA, text.digest().getBytes(UTF_8));
    }

    /** Runs it by its text. */
    CompletableFuture<Confirmed> whole(StatefulRedisConnection<byte[], byte[]> connection) {
        return send(connection, CommandType.EVAL, text.bytes());
    }

    private CompletableFuture<Confirmed> send(
            StatefulRedisConnection<byte[], byte[]> connection, CommandType how, byte[] script) {
        AsyncCommand<byte[], byte[], List<Object>> run = command(
                how,
                new NestedMultiOutput<>(CODEC),
                args().add(script).add(keys.length).addKeys(keys).addValues(values));
        AsyncCommand<byte[], byte[], Long> wait = command(
                CommandType.WAIT,
                new IntegerOutput<>(CODEC),
                args().add(replicas).add(patience.toMillis()));
        connection.dispatch(List.of(run, wait));
        return run.toCompletableFuture()
                .thenCombine(wait, (reply, count) -> new Confirmed(new Reply(reply), count.intValue()));
    }

    private static CommandArgs<byte[], byte[]> args() {
        return new CommandArgs<>(CODEC);
    }

    private static <T> AsyncCommand<byte[], byte[], T> command(
            CommandType type, CommandOutput<byte[], byte[], T> output, CommandArgs<byte[], byte[]> args) {
        return new AsyncCommand<>(new Command<>(type, output, args));
    }
}
