package io.grape.redis.connection;

import io.grape.core.OncePerInterval;
import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.protocol.RedisProtocolException;
import io.lettuce.core.pubsub.PubSubCommandHandler;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes broken connections of a client. A stopped Redis, or a lost host, keeps a connection open for many minutes. So
 * a connection is closed if calls wait on it and none gets a reply within the deadline of a call. It is also closed if
 * it receives data that is no reply, or that no call asked for: Lettuce would take it for the next reply.
 *
 * <p>A close fails waiting calls at once, drops unsent ones, and lets Lettuce look for the current Redis. If Redis
 * continues, it still replies to what was sent. So the socket stays open for its {@linkplain AbandonedReplies late
 * replies}, unknown to Lettuce.
 */
final class ConnectionWatchdog implements NettyCustomizer {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionWatchdog.class);
    private static final int CHECKS = 4;
    /** The maximum number of writes that one turn of an event loop sends with one system call. */
    private static final int MAX_WRITES = 64;

    private static final long LAST_WORDS_SECONDS = 60;

    private final Set<Channel> open = ConcurrentHashMap.newKeySet();
    private final long lookMillis;
    private final OncePerInterval warnings = new OncePerInterval(Duration.ofSeconds(1));

    public ConnectionWatchdog(Duration deadline) {
        this.lookMillis = Math.max(1, deadline.toMillis() / CHECKS);
    }

    @Override
    public void afterChannelInitialized(Channel channel) {
        open.add(channel);
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.addFirst(new FlushConsolidationHandler(MAX_WRITES, true));
        // The position after TLS.
        CommandHandler commands = pipeline.get(CommandHandler.class);
        pipeline.addBefore(pipeline.context(commands).name(), null, new Listener(commands));
    }

    /** Lettuce opens new ones. */
    void closeAll() {
        for (Channel channel : open) {
            var unused = channel.close();
        }
    }

    /** Closes connections to other addresses. */
    void closeElsewhere(SocketAddress there) {
        for (Channel channel : open) {
            if (!isTo(channel.remoteAddress(), there)) {
                var unused = channel.close();
            }
        }
    }

    /** Sentinels give an address as text; only a channel's address is resolved. */
    private static boolean isTo(@Nullable SocketAddress remote, SocketAddress there) {
        return remote instanceof InetSocketAddress here
                && there instanceof InetSocketAddress named
                && here.getPort() == named.getPort()
                && (here.getHostString().equals(named.getHostString())
                        || here.getAddress().getHostAddress().equals(named.getHostString()));
    }

    private void giveUp(ChannelHandlerContext context, String why) {
        warn(context, why);
        end(context);
    }

    private static void end(ChannelHandlerContext context) {
        var unused = context.close();
    }

    private void warn(ChannelHandlerContext context, String why) {
        if (warnings.isDue()) {
            LOG.warn("redis={} {}, closing the connection", context.channel().remoteAddress(), why);
        }
    }

    /** Checks several times within a deadline, so a pause of this process does not count as one of Redis. */
    private final class Listener extends ChannelInboundHandlerAdapter {
        private final CommandHandler commands;
        private final RespValidator validator = new RespValidator();
        private boolean broken;
        private long answeredBefore;
        private int silentLooks;
        private @Nullable ScheduledFuture<?> looks;
        private @Nullable AbandonedReplies abandoned;

        Listener(CommandHandler commands) {
            this.commands = commands;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) throws Exception {
            looks = context.executor()
                    .scheduleWithFixedDelay(() -> look(context), lookMillis, lookMillis, TimeUnit.MILLISECONDS);
            super.channelActive(context);
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
            if (abandoned != null) {
                hear(context, abandoned, (ByteBuf) message);
                return;
            }
            String wrong = broken ? "is not heard any more" : wrong((ByteBuf) message);
            if (wrong == null) {
                super.channelRead(context, message);
                return;
            }
            ReferenceCountUtil.release(message);
            if (!broken) {
                broken = true;
                giveUp(context, wrong);
            }
        }

        private @Nullable String wrong(ByteBuf read) {
            long before = validator.ended();
            int asked = commands.getStack().size();
            try {
                validator.follow(read);
            } catch (RedisProtocolException e) {
                return "sends what is no reply: " + e.getMessage();
            }
            // Data that arrives before any call is a refusal, which Lettuce reads.
            boolean refused = before == 0 && asked == 0;
            return validator.begun() - before > asked && !refused && !isPubSub() ? "sent an unexpected reply" : null;
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) throws Exception {
            stopLooking();
            if (abandoned == null) {
                super.channelInactive(context);
            } else {
                abandoned.end();
            }
        }

        @Override
        public void handlerRemoved(ChannelHandlerContext context) {
            open.remove(context.channel());
        }

        private void look(ChannelHandlerContext context) {
            boolean answered = validator.ended() > answeredBefore;
            answeredBefore = validator.ended();
            silentLooks = answered || commands.getStack().isEmpty() ? 0 : silentLooks + 1;
            if (silentLooks > CHECKS) {
                leave(context);
            }
        }

        /** Lettuce considers the connection closed. */
        private void leave(ChannelHandlerContext context) {
            boolean isBetweenAnswers = validator.begun() == validator.ended();
            if (abandoned != null || !isBetweenAnswers || !(context.channel() instanceof DuplexChannel channel)) {
                giveUp(context, "does not respond");
                return;
            }
            warn(context, "does not respond");
            stopLooking();
            abandoned = new AbandonedReplies(commands.getStack(), context.alloc());
            var unused = channel.shutdownOutput();
            context.fireChannelInactive();
            var unusedToo = context.executor().schedule(() -> end(context), LAST_WORDS_SECONDS, TimeUnit.SECONDS);
        }

        private void stopLooking() {
            if (looks != null) {
                looks.cancel(false);
            }
        }

        private void hear(ChannelHandlerContext context, AbandonedReplies words, ByteBuf read) {
            try {
                if (words.hear(read)) {
                    end(context);
                }
            } catch (RuntimeException e) {
                LOG.debug("last words that are none", e);
                end(context);
            } finally {
                read.release();
            }
        }

        /** In RESP 2, push messages look like replies. */
        private boolean isPubSub() {
            return commands instanceof PubSubCommandHandler;
        }
    }
}
