package io.grape.redis.connection;

import io.lettuce.core.resource.EventLoopGroupProvider;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;

/** The process's event loops, shared with the Redis connections, so a reply need not change threads. */
public final class SharedEventLoops implements EventLoopGroupProvider, Executor {
    private final EventLoopGroup loops;

    public SharedEventLoops(EventLoopGroup loops) {
        this.loops = loops;
    }

    @Override
    public <T extends EventLoopGroup> T allocate(Class<T> type) {
        @SuppressWarnings("unchecked") // Lettuce asks for more than it needs: it only registers channels there.
        T group = (T) loops;
        return group;
    }

    @Override
    public int threadPoolSize() {
        return (int) StreamSupport.stream(loops.spliterator(), false).count();
    }

    @Override
    public Future<Boolean> release(EventExecutorGroup group, long quietPeriod, long timeout, TimeUnit unit) {
        return ImmediateEventExecutor.INSTANCE.newSucceededFuture(true);
    }

    @Override
    public Future<Boolean> shutdown(long quietPeriod, long timeout, TimeUnit unit) {
        return ImmediateEventExecutor.INSTANCE.newSucceededFuture(true);
    }

    /** Runs a task at the end of the loop's current turn, after all its input. Outside of a loop, runs it at once. */
    @Override
    public void execute(Runnable task) {
        for (EventExecutor loop : loops) {
            if (loop.inEventLoop()) {
                loop.execute(task);
                return;
            }
        }
        task.run();
    }
}
