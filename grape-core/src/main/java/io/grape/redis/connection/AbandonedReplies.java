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
 * What still comes on a connection that was given up: Redis runs the calls that it got there, once it goes on. Their callers were told
 * that they failed, so all that is done with the replies is done by who undoes them.
 */
final class AbandonedReplies {
    private final Deque<CommandOutput<?, ?, ?>> owed = new ArrayDeque<>();
    private final RedisStateMachine replies;
    private final ByteBuf heard;

    /** Of the replies that are owed to these calls, none has begun to come. */
    AbandonedReplies(Collection<RedisCommand<?, ?, ?>> calls, ByteBufAllocator allocator) {
        calls.forEach(call -> owed.add(call.getOutput()));
        replies = new RedisStateMachine();
        heard = allocator.buffer();
    }

    /** Takes what came. True once nothing is owed any more. */
    boolean hear(ByteBuf read) {
        heard.writeBytes(read);
        while (!owed.isEmpty() && replies.decode(heard, owed.element())) {
            owed.remove();
        }
        heard.discardSomeReadBytes();
        return owed.isEmpty();
    }

    /** Nothing comes any more. */
    void end() {
        replies.close();
        heard.release();
    }
}
