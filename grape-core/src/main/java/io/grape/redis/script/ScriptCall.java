package io.grape.redis.script;

import io.grape.core.Deadline;
import io.grape.redis.connection.ScriptOutput;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.function.Consumer;

/**
 * One call of a script.
 *
 * @param gap a key of their slot that never exists; empty if the call has no keys
 * @param name the required end of the reply
 * @param deadline by when it ends, whether it was sent at once or waited
 * @param hearer gets the reply, even if nobody waits for it any more
 */
@SuppressWarnings("ArrayRecordComponent")
record ScriptCall(
        ScriptText text,
        byte[][] keys,
        byte[][] gap,
        byte[][] values,
        byte[] name,
        Deadline deadline,
        Consumer<List<byte[]>> hearer) {
    /** Runs it by its digest, which Redis may not know. */
    Command<byte[], byte[], List<byte[]>> byDigest() {
        return command(CommandType.EVALSHA, text.digest());
    }

    /** Runs it by its text. */
    Command<byte[], byte[], List<byte[]>> byText() {
        return command(CommandType.EVAL, text.bytes());
    }

    private Command<byte[], byte[], List<byte[]>> command(CommandType type, byte[] script) {
        CommandArgs<byte[], byte[]> args = new CommandArgs<>(ByteArrayCodec.INSTANCE)
                .add(script)
                .add(keys.length + gap.length)
                .addKeys(keys)
                .addKeys(gap)
                .addValues(values)
                .addValue(name);
        return new Command<>(type, new ScriptOutput(name, deadline, hearer), args);
    }
}
