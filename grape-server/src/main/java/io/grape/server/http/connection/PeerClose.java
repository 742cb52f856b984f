package io.grape.server.http.connection;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import java.io.IOException;
import java.util.Locale;

/**
 * Tells who ended a connection. That the client's side closed or reset it is evidence that the client's process ended, or that
 * it wanted to go. This broker closing it, for example because its client does not read, or the kernel giving up on a network
 * that is silent, is none. Lives on one event loop.
 */
public final class PeerClose extends ChannelDuplexHandler {
    private static final String NAME = "peer-close";

    private boolean isByPeer;
    private boolean isOtherwise;

    private PeerClose() {}

    /** Watches a connection from now on. */
    public static PeerClose of(HttpConnection connection) {
        ChannelPipeline pipeline =
                ((HttpServerConnection) connection).channelHandlerContext().pipeline();
        PeerClose watch = pipeline.get(PeerClose.class);
        if (watch == null) {
            watch = new PeerClose();
            // The first to see what comes in, and the last to see what goes out.
            pipeline.addFirst(NAME, watch);
        }
        return watch;
    }

    /** Whether the other side has closed it. */
    public boolean isByPeer() {
        return isByPeer;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            closedByPeer();
        }
        super.userEventTriggered(context, event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) throws Exception {
        if (cause instanceof IOException failure && isReset(failure)) {
            closedByPeer();
        } else {
            isOtherwise = true;
        }
        super.exceptionCaught(context, cause);
    }

    private static boolean isReset(IOException failure) {
        String message = failure.getMessage();
        String text = message == null ? "" : message.toLowerCase(Locale.ROOT);
        return text.contains("reset") || text.contains("broken pipe");
    }

    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) throws Exception {
        isOtherwise |= !isByPeer;
        super.close(context, promise);
    }

    /** Without half-closed connections, an end that nobody here asked for is that of the other side. */
    @Override
    public void channelInactive(ChannelHandlerContext context) throws Exception {
        closedByPeer();
        super.channelInactive(context);
    }

    private void closedByPeer() {
        isByPeer |= !isOtherwise;
    }
}
