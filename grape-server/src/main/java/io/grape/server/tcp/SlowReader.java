package io.grape.server.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cuts off a connection whose other end does not read: that takes no byte for a fixed time, or is behind for longer than that and a
 * second for each 32 KiB that it took meanwhile. It is to answers what {@link RequestTimeout} is to requests. What was not written then is
 * known not to be, and jobs that were in it go back.
 *
 * <p>One that takes its responses at once costs no timer. Lives on one event loop.
 */
final class SlowReader extends ChannelDuplexHandler {
    private static final Logger LOG = LoggerFactory.getLogger(SlowReader.class);
    private static final long BYTES_PER_SECOND = 32 * 1024;
    private static final int CHECKS = 6;

    private final long time;
    private @Nullable Future<?> look;
    private long written;
    /** What had been taken when it fell behind, at the last look, and when it last took something. */
    private long takenBefore;

    private long taken;
    private long behindSince;
    private long tookAt;

    SlowReader(Duration time) {
        this.time = time.toNanos();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The promise tells.
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf bytes) {
            written += bytes.readableBytes();
        }
        ctx.write(message, promise);
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        ctx.flush();
        if (look == null && waiting(ctx) > 0) {
            takenBefore = written - waiting(ctx);
            taken = takenBefore;
            behindSince = System.nanoTime();
            tookAt = behindSince;
            lookAgain(ctx);
        }
    }

    private void lookAgain(ChannelHandlerContext ctx) {
        look = ctx.executor().schedule(() -> look(ctx), Math.max(1, time / CHECKS), TimeUnit.NANOSECONDS);
    }

    private void look(ChannelHandlerContext ctx) {
        look = null;
        long waiting = waiting(ctx);
        if (waiting == 0) {
            return;
        }
        long now = System.nanoTime();
        if (written - waiting > taken) {
            taken = written - waiting;
            tookAt = now;
        }
        long allowed = time + TimeUnit.SECONDS.toNanos(1) * Math.max(0, taken - takenBefore) / BYTES_PER_SECOND;
        if (now - tookAt >= time || now - behindSince >= allowed) {
            LOG.debug(
                    "closed, as its client does not read address={}",
                    ctx.channel().remoteAddress());
            close(ctx);
        } else {
            lookAgain(ctx);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // What could fail here is gone already.
    private static void close(ChannelHandlerContext ctx) {
        ctx.close();
    }

    /** Bytes that the socket has not taken yet. */
    private static long waiting(ChannelHandlerContext ctx) {
        ChannelOutboundBuffer out = ctx.channel().unsafe().outboundBuffer();
        return out == null || out.isEmpty() ? 0 : Math.max(1, out.totalPendingWriteBytes() - out.currentProgress());
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        Future<?> next = look;
        if (next != null) {
            next.cancel(false);
        }
        super.channelInactive(ctx);
    }
}
