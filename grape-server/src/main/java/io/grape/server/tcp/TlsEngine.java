package io.grape.server.tcp;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.DelegatingSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.spi.tls.DefaultSslContextFactory;
import io.vertx.core.spi.tls.SslContextFactory;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/** TLS of the JDK. Vert.x tells of a connection once its handshake is through; this tells {@link TlsHandshakes} when it begins. */
final class TlsEngine extends JdkSSLEngineOptions {
    private final TlsHandshakes handshakes;

    TlsEngine(TlsHandshakes handshakes) {
        this.handshakes = handshakes;
    }

    @Override
    public TlsEngine copy() {
        return new TlsEngine(handshakes);
    }

    @Override
    public SslContextFactory sslContextFactory() {
        return new DefaultSslContextFactory(SslProvider.JDK, false) {
            @Override
            public SslContext create() throws SSLException {
                return new Context(super.create());
            }
        };
    }

    private final class Context extends DelegatingSslContext {
        Context(SslContext context) {
            super(context);
        }

        @Override
        protected SslHandler newHandler(ByteBufAllocator buffers, boolean startTls, Executor tasks) {
            return new Handler(newEngine(buffers), startTls, tasks);
        }

        @Override
        protected SslHandler newHandler(
                ByteBufAllocator buffers, String host, int port, boolean startTls, Executor tasks) {
            return new Handler(newEngine(buffers, host, port), startTls, tasks);
        }

        @Override
        protected void initEngine(SSLEngine engine) {
            // Vert.x does.
        }
    }

    private final class Handler extends SslHandler {
        Handler(SSLEngine engine, boolean startTls, Executor tasks) {
            super(engine, startTls, tasks);
        }

        @Override
        public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
            super.handlerAdded(ctx);
            handshakes.begins(ctx, handshakeFuture());
        }
    }
}
