package io.grape.server.beanstalkd;

import io.netty.channel.ChannelHandlerContext;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A body that does not come holds its memory for a time only. Lives on one event loop. */
final class BodyTimeout {
    private static final long BYTES_PER_SECOND = 32 * 1024;

    private final Duration most;
    private Incoming.@Nullable Put begun;
    private @Nullable Future<?> timer;

    BodyTimeout(ListenOptions options) {
        this.most = options.time().plusSeconds(options.maxPayload() / BYTES_PER_SECOND);
    }

    /**
     * This is now the put whose body has come in part.
     *
     * @param put null = there is none
     * @param end runs when its body takes too long
     */
    @SuppressWarnings("ReferenceEquality") // The next one may be alike.
    void watch(ChannelHandlerContext ctx, Incoming.@Nullable Put put, Runnable end) {
        if (put == begun) {
            return;
        }
        stop();
        if (put != null && ctx.channel().isActive()) {
            begun = put;
            timer = ctx.executor().schedule(end, most.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    void stop() {
        Future<?> running = timer;
        if (running != null) {
            running.cancel(false);
        }
        begun = null;
        timer = null;
    }
}
