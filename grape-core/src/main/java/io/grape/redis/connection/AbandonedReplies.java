package io.grape.redis.connection;

import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.protocol.RedisStateMachine;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;

/**
 * Reads late replies on a connection that was given up: Redis runs the calls that it received, once it continues. Their
 * callers were told that they failed, so the replies only serve to undo the calls.
 */
final class AbandonedReplies {
    private final Deque<CommandOutput<?, ?, ?>> owed = new ArrayDeque<>();
    private final RedisStateMachine replies;
    private final ByteBuf heard;

    /** The replies to these calls; none has begun to arrive. */
    AbandonedReplies(Collection<RedisCommand<?, ?, ?>> calls, ByteBufAllocator allocator) {
        calls.forEach(call -> owed.add(call.getOutput()));
        replies = new RedisStateMachine();
        heard = allocator.buffer();
    }

    /** Reads new data. True if no reply is missing any more. */
    boolean hear(ByteBuf read) {
        heard.writeBytes(read);
        while (!owed.isEmpty() && replies.decode(heard, owed.element())) {
            owed.remove();
        }
        heard.discardSomeReadBytes();
        return owed.isEmpty();
    }

    /** No more data comes. */
    void end() {
        replies.close();
        heard.release();
    }
}
