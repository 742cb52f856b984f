package io.grape.server.http.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.epoll.EpollTcpInfo;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Decides what becomes of the jobs that were written to one connection, when its client goes away.
 *
 * <p>A write that succeeded put the bytes into this machine's kernel. The client may be gone by then, and nobody would know before
 * the leases end. How the connection ends tells:
 *
 * <ul>
 *   <li>A reset right behind the response: the client closed and threw away what it had not read. The jobs are given back.
 *   <li>An end behind which all bytes are acknowledged: the client's side has them. The jobs stay with the client, which may have
 *       closed the connection in order to work.
 *   <li>An end that came before the bytes were acknowledged: a client that closed answers them with a reset, one that only closed its
 *       half acknowledges them. The connection stays open until it is known which, or for 2 s: what is not written by then is given back.
 * </ul>
 *
 * <p>A client that sends something after the response has it. A connection that is closed behind a response, as its client asked,
 * stays open for a moment, for the same reason. Balancers reset connections whose clients have the response: behind a trusted proxy,
 * and where the broker says that it closes, nothing is concluded. Without Linux's TCP_INFO, a reset is all that is seen. Lives on one
 * event loop.
 */
public final class Departure extends ChannelDuplexHandler {
    /** Beyond what is on its way, and what the client's side has room for. */
    private static final long MAX_UNSENT_BYTES = 64 * 1024;

    private static final long STAY_OPEN_MILLIS = 100;
    private static final long POLL_MILLIS = 5;
    /** Looks at a connection whose client took everything: many a client ends it cleanly, and throws away what it had just after. */
    private static final int MIN_CHECKS = 10;

    private static final int MAX_CHECKS = 400;
    /** The kernel's state of a connection that was reset. */
    private static final int TCP_CLOSE = 7;

    private final Deque<Delivery> undecided = new ArrayDeque<>();
    private final long resetTellsNanos;
    private boolean ended;
    private boolean leaving;

    /** What one response carries. */
    public static final class Delivery {
        private @Nullable Runnable whatGivesBack;
        private boolean written;
        private long writtenAt;

        private Delivery(Runnable whatGivesBack) {
            this.whatGivesBack = whatGivesBack;
        }

        /** The kernel has all of the response. */
        public void written() {
            written = true;
            writtenAt = System.nanoTime();
        }

        /** The client has not got it. It is given back once, however often this is found out. */
        public void giveBack() {
            Runnable action = whatGivesBack;
            whatGivesBack = null;
            if (action != null) {
                action.run();
            }
        }

        private boolean isWritten() {
            return written;
        }

        private boolean isOpen(long forNanos) {
            return !written || System.nanoTime() - writtenAt < forNanos;
        }
    }

    private Departure(Duration resetTells) {
        resetTellsNanos = resetTells.toNanos();
    }

    /** Must come before the first byte of the connection. */
    static void install(HttpConnection connection, String beforeHandler, Duration resetTells) {
        ChannelHandlerContext context = ((HttpServerConnection) connection).channelHandlerContext();
        Channel channel = context.channel();
        if (channel instanceof EpollSocketChannel) {
            // Or it would be closed before anybody could look at it.
            channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
            // What nobody reads stays with us: the kernel would take megabytes, and they would count as written.
            channel.config().setOption(EpollChannelOption.TCP_NOTSENT_LOWAT, MAX_UNSENT_BYTES);
        }
        context.pipeline().addBefore(beforeHandler, "departure", new Departure(resetTells));
    }

    /**
     * A response is about to be written. What it carries is given back when it turns out that the client has not got it.
     *
     * @param isLookedAt false where nothing is given back, or a reset behind the response tells nothing: a balancer resets connections that it has done with,
     *     as each does that it was told to close
     */
    public static Delivery begin(HttpConnection connection, Runnable whatGivesBack, boolean isLookedAt) {
        Delivery delivery = new Delivery(whatGivesBack);
        if (isLookedAt) {
            ChannelHandlerContext context = ((HttpServerConnection) connection).channelHandlerContext();
            Departure departure = context.pipeline().get(Departure.class);
            if (departure != null) {
                departure.undecided.add(delivery);
            }
        }
        return delivery;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
        boolean says = message instanceof ByteBuf bytes && bytes.isReadable();
        if (says) {
            undecided.removeIf(Delivery::isWritten);
        }
        if (says && leaving) {
            ReferenceCountUtil.release(message);
            end(context);
        } else {
            super.channelRead(context, message);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            ended = true;
            decide(context, 0);
        } else {
            if (event == SslCloseCompletionEvent.SUCCESS) {
                // It read up to its own end: the reset that may follow is that of our last word of TLS.
                undecided.removeIf(Delivery::isWritten);
            }
            super.userEventTriggered(context, event);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) throws Exception {
        if (cause instanceof IOException) {
            giveBack();
        }
        super.exceptionCaught(context, cause);
    }

    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) throws Exception {
        boolean undecidedYet = !ended && undecided.stream().anyMatch(this::isOpen);
        if (!leaving && !(undecidedYet && context.channel() instanceof EpollSocketChannel)) {
            super.close(context, promise);
            return;
        }
        var unused = context.channel().closeFuture().addListener(closed -> promise.trySuccess());
        if (!leaving) {
            leaving = true;
            later(context, STAY_OPEN_MILLIS, () -> end(context));
        }
    }

    /** The client has sent its last byte: looks whether it has got what was sent to it, as often as it takes. */
    private void decide(ChannelHandlerContext context, int looks) {
        if (!context.channel().isActive()) {
            return;
        }
        EpollTcpInfo now = undecided.isEmpty() ? null : ((EpollSocketChannel) context.channel()).tcpInfo();
        if (now == null || (looks >= MIN_CHECKS && isTaken(now))) {
            end(context);
        } else if (now.state() == TCP_CLOSE) {
            giveBack();
            end(context);
        } else if (looks == MAX_CHECKS) {
            cut(context);
        } else {
            var unused =
                    context.executor().schedule(() -> decide(context, looks + 1), POLL_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private static void later(ChannelHandlerContext context, long millis, Runnable task) {
        var unused = context.executor().schedule(task, millis, TimeUnit.MILLISECONDS);
    }

    private boolean isTaken(EpollTcpInfo now) {
        return now.state() != TCP_CLOSE
                && now.unacked() == 0
                && undecided.stream().allMatch(Delivery::isWritten);
    }

    private boolean isOpen(Delivery delivery) {
        return delivery.isOpen(resetTellsNanos);
    }

    private void giveBack() {
        undecided.stream().filter(this::isOpen).forEach(Delivery::giveBack);
        undecided.clear();
    }

    /**
     * Ends it before the last word of TLS, which would take with it what is not written. That fails, and goes back. What the kernel has
     * it still sends: those jobs stay with the client.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // What could fail here is gone already.
    private static void cut(ChannelHandlerContext context) {
        context.channel().unsafe().close(context.voidPromise());
    }

    @SuppressWarnings("FutureReturnValueIgnored") // What could fail here is gone already.
    private static void end(ChannelHandlerContext context) {
        context.close();
    }
}
