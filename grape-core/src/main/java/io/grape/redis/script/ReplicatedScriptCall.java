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
 * A script and its WAIT, sent to the connection together. WAIT counts the replicas that have all earlier writes of its
 * own connection. Sent alone, it could be the first command of a new connection, perhaps to another primary, and count
 * replicas that have nothing. A produce whose job exists already is confirmed as well: Redis counts from the last
 * command, even if it did not write.
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
