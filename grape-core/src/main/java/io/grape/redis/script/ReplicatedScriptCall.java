package io.grape.redis.script;

import io.grape.redis.connection.MismatchedReplyException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.IntegerOutput;
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
record ReplicatedScriptCall(ScriptCall call, int replicas, Duration patience) {
    /** Runs it by its digest. */
    CompletableFuture<Reply> known(StatefulRedisConnection<byte[], byte[]> connection) {
        return send(connection, call.byDigest());
    }

    /** Runs it by its text. */
    CompletableFuture<Reply> whole(StatefulRedisConnection<byte[], byte[]> connection) {
        return send(connection, call.byText());
    }

    private CompletableFuture<Reply> send(
            StatefulRedisConnection<byte[], byte[]> connection, Command<byte[], byte[], List<byte[]>> script) {
        AsyncCommand<byte[], byte[], List<byte[]>> run = new AsyncCommand<>(script);
        AsyncCommand<byte[], byte[], Long> wait = new AsyncCommand<>(waitForReplicas());
        connection.dispatch(List.of(run, wait));
        return run.toCompletableFuture()
                .thenCombine(
                        wait, (reply, count) -> new Reply(reply, MismatchedReplyException.read(count, Long::intValue)));
    }

    private Command<byte[], byte[], Long> waitForReplicas() {
        ByteArrayCodec codec = ByteArrayCodec.INSTANCE;
        CommandArgs<byte[], byte[]> args =
                new CommandArgs<>(codec).add(replicas).add(patience.toMillis());
        return new Command<>(CommandType.WAIT, new IntegerOutput<>(codec), args);
    }
}
