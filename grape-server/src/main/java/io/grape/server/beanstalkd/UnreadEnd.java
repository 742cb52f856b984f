package io.grape.server.beanstalkd;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.epoll.EpollSocketChannel;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Notices that a client has ended whose bytes are not read, because a reserve waits before them: its end stands behind them. Asks the
 * kernel; without Linux's TCP_INFO it is noticed when the reserve has its response. Lives on one event loop.
 */
final class UnreadEnd {
    private static final long LOOK_MILLIS = 100;
    /** The kernel's state of a connection whose both sides are open. */
    private static final int ESTABLISHED = 1;

    private @Nullable Future<?> look;

    /**
     * Looks from now on, or no longer.
     *
     * @param hasEnded runs at each look once the client has ended
     */
    void watch(ChannelHandlerContext ctx, boolean isNeeded, Runnable hasEnded) {
        if (!isNeeded || !(ctx.channel() instanceof EpollSocketChannel channel)) {
            stop();
        } else if (look == null) {
            look = ctx.executor()
                    .scheduleWithFixedDelay(() -> look(channel, hasEnded), 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private static void look(EpollSocketChannel channel, Runnable hasEnded) {
        if (channel.isActive() && channel.tcpInfo().state() != ESTABLISHED) {
            hasEnded.run();
        }
    }

    void stop() {
        Future<?> running = look;
        if (running != null) {
            running.cancel(false);
            look = null;
        }
    }
}
