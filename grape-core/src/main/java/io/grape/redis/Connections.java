package io.grape.redis;

import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open connections of a client. One on which calls wait and nothing is heard for the time of a call's deadline is closed:
 * a stopped Redis, or a host that went away, keeps a connection open for many minutes. Closed, it fails what waits at once,
 * drops what was not yet sent, and lets the client look for the Redis that answers now.
 */
final class Connections implements NettyCustomizer {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    private static final int LOOKS = 4;
    /** What is written in one turn of an event loop leaves with one call of the system, up to so many writes. */
    private static final int MOST_WRITES = 64;

    private final Set<Channel> open = ConcurrentHashMap.newKeySet();
    private final long lookMillis;

    Connections(Duration deadline) {
        this.lookMillis = Math.max(1, deadline.toMillis() / LOOKS);
    }

    @Override
    public void afterChannelInitialized(Channel channel) {
        open.add(channel);
        channel.pipeline().addFirst(new FlushConsolidationHandler(MOST_WRITES, true), new Listener());
    }

    /** The client makes them anew. */
    void closeAll() {
        for (Channel channel : open) {
            var unused = channel.close();
        }
    }

    /** Looks several times within a deadline, so that a pause of this process is not taken for one of Redis. */
    private final class Listener extends ChannelInboundHandlerAdapter {
        private boolean heard;
        private int silentLooks;
        private @Nullable ScheduledFuture<?> looks;

        @Override
        public void channelActive(ChannelHandlerContext context) throws Exception {
            looks = context.executor()
                    .scheduleWithFixedDelay(() -> look(context), lookMillis, lookMillis, TimeUnit.MILLISECONDS);
            super.channelActive(context);
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
            heard = true;
            super.channelRead(context, message);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) throws Exception {
            if (looks != null) {
                looks.cancel(false);
            }
            super.channelInactive(context);
        }

        @Override
        public void handlerRemoved(ChannelHandlerContext context) {
            open.remove(context.channel());
        }

        private void look(ChannelHandlerContext context) {
            CommandHandler commands = context.pipeline().get(CommandHandler.class);
            boolean waiting = commands != null && !commands.getStack().isEmpty();
            silentLooks = heard || !waiting ? 0 : silentLooks + 1;
            heard = false;
            if (silentLooks > LOOKS) {
                LOG.warn(
                        "redis={} does not answer, closing the connection",
                        context.channel().remoteAddress());
                var unused = context.close();
            }
        }
    }
}
