package io.grape.server.beanstalkd;

import io.grape.server.admission.MemoryBudget;
import io.netty.channel.ChannelHandlerContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The commands of one connection that run, and their responses, which leave in the order of the commands. Lives on one event loop. */
final class Responses {
    /** Commands whose responses are still to come. */
    private static final int MAX_RUNNING = 100;
    /** Bytes of a response that no memory is asked for. */
    private static final int MAX_UNCOUNTED = 16 * 1024;

    private final Supplier<MemoryBudget.Share> rooms;
    private final Deque<Running> running = new ArrayDeque<>();

    /** A command, and its response once there is one. */
    static final class Running {
        private final CommandName name;
        private MemoryBudget.@Nullable Share room;
        private @Nullable Reply reply;

        private Running(CommandName name) {
            this.name = name;
        }
    }

    /**
     * None runs.
     *
     * @param rooms memory for one response, which holds nothing yet
     */
    Responses(Supplier<MemoryBudget.Share> rooms) {
        this.rooms = rooms;
    }

    boolean isEmpty() {
        return running.isEmpty();
    }

    boolean isFull() {
        return running.size() >= MAX_RUNNING;
    }

    /** False where it has to wait for others. */
    boolean mayBegin(CommandName name) {
        Running last = running.peekLast();
        return last == null || name.mayRunBeside(last.name);
    }

    Running begin(CommandName name) {
        Running one = new Running(name);
        running.add(one);
        return one;
    }

    /** The memory of the response of one, to be given back when that was written. */
    MemoryBudget.Share room(Running one) {
        MemoryBudget.Share room = one.room;
        if (room == null) {
            room = rooms.get();
            one.room = room;
        }
        return room;
    }

    /** One has its response. It is written when those before it have theirs. */
    void answer(ChannelHandlerContext ctx, Running one, Reply reply) {
        one.reply = isHeld(one, reply) ? reply : Reply.OUT_OF_MEMORY;
        for (Running first = running.peekFirst(); first != null; first = running.peekFirst()) {
            Reply next = first.reply;
            if (next == null) {
                return;
            }
            running.removeFirst();
            write(ctx, next, first.room);
            ctx.flush();
        }
    }

    /** False when it is long, and there is no memory for it. For a job there was memory before it came. */
    private boolean isHeld(Running one, Reply reply) {
        long bytes = reply.size();
        if (!one.name.bringsAJob()) {
            return bytes <= MAX_UNCOUNTED || room(one).grow(bytes);
        }
        if (!room(one).become(bytes)) {
            room(one).hold(bytes);
        }
        return true;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // What is not written was written to a connection that is gone.
    private static void write(ChannelHandlerContext ctx, Reply reply, MemoryBudget.@Nullable Share room) {
        if (!ctx.channel().isActive()) {
            release(room);
        } else if (room == null) {
            ctx.write(reply.encoded(ctx.alloc()), ctx.voidPromise());
        } else {
            ctx.write(reply.encoded(ctx.alloc())).addListener(written -> room.release());
        }
    }

    /** The connection is gone. */
    void release() {
        running.forEach(one -> release(one.room));
    }

    private static void release(MemoryBudget.@Nullable Share room) {
        if (room != null) {
            room.release();
        }
    }
}
