package io.grape.server.http.connection;

import io.grape.core.GrapeException;
import io.grape.server.admission.MemoryBudget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes requests off one connection, in place of the decoder of Vert.x, and more strictly.
 *
 * <p>A head in which a proxy may see another request than we do is refused, and nothing behind it is read: there lie the
 * requests that somebody smuggles past that proxy. Once a head is parsed, what folds and control characters were in it cannot be
 * told any more, hence a decoder, which sees the bytes.
 *
 * <p>One request is taken at a time; those pipelined behind it stay bytes until it is answered. Vert.x takes them at once, and then
 * reads no further while one of them is not answered: it would not see that the client of a consume that waits is gone. Too
 * many bytes stop the reading, behind a consume that waits they end the connection.
 *
 * <p>A request that is begun has to be there in a bounded time, or dripped ones would take all connections.
 *
 * <p>Lives on one event loop.
 */
public final class RequestDecoder extends VertxHttpRequestDecoder {
    /** Bytes that may lie behind a request which is not answered yet. */
    public static final int MAX_BEHIND = 16 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(RequestDecoder.class);
    /** How Vert.x calls its decoder. */
    private static final String NAME = "httpDecoder";

    private final HeaderByteCheck bytes = new HeaderByteCheck();
    private final RequestTimeout deadline;
    /** What lies behind the request in progress. */
    private final MemoryBudget.Share behind;

    private int bytesBehind;
    private @Nullable ChannelHandlerContext context;
    private @Nullable LongConsumer whenLate;
    private @Nullable Runnable whenBroken;
    private boolean inHead = true;
    private boolean refused;
    private boolean answered = true;
    private boolean waiting;
    private boolean reading = true;
    private boolean isGivenUp;

    private RequestDecoder(HttpServerOptions options, HttpLimits most, List<String> callers) {
        super(options);
        deadline = new RequestTimeout(most.time(), this::late);
        behind = most.memory().bodies().share(callers);
    }

    /** Must come before the first byte of the connection. The callers are those whose part is held. */
    public static void install(
            HttpConnection connection, HttpServerOptions options, HttpLimits most, List<String> callers) {
        pipeline(connection).replace(NAME, NAME, new RequestDecoder(options, most, callers));
        Departure.install(connection, NAME, most.resetTells());
    }

    /** The request in progress waits for something that may never come: what matters now is whether its client is there. */
    public static void waits(HttpConnection connection) {
        RequestDecoder decoder = pipeline(connection).get(RequestDecoder.class);
        if (decoder != null) {
            decoder.waits();
        }
    }

    /** The response to the request in progress is written: the next one may come. */
    public static void answered(HttpConnection connection) {
        RequestDecoder decoder = pipeline(connection).get(RequestDecoder.class);
        if (decoder != null) {
            decoder.answered();
        }
    }

    /** What to do when the body of the request in progress does not come in time. Without it the connection just ends. */
    static void whenLate(HttpConnection connection, LongConsumer action) {
        RequestDecoder decoder = pipeline(connection).get(RequestDecoder.class);
        if (decoder != null) {
            decoder.whenLate = action;
        }
    }

    /** What to do when the body of the request in progress is not valid HTTP. Without it, the connection is closed without a response. */
    static void whenBroken(HttpConnection connection, Runnable action) {
        RequestDecoder decoder = pipeline(connection).get(RequestDecoder.class);
        if (decoder != null) {
            decoder.whenBroken = action;
        }
    }

    /** True when the request in progress did not come in time, or is broken, so that nobody waits for it any more. */
    static boolean isGivenUp(HttpConnection connection) {
        RequestDecoder decoder = pipeline(connection).get(RequestDecoder.class);
        return decoder != null && decoder.isGivenUp;
    }

    private static ChannelPipeline pipeline(HttpConnection connection) {
        return ((HttpServerConnection) connection).channelHandlerContext().pipeline();
    }

    private void waits() {
        waiting = true;
        goOn();
    }

    private void answered() {
        waiting = false;
        answered = true;
        goOn();
    }

    private void late() {
        isGivenUp = true;
        if (!inHead && !answered && whenLate != null) {
            whenLate.accept(deadline.bytes());
        } else if (context != null) {
            LOG.debug("closed, as the rest of a request did not come in time");
            close(context);
        }
    }

    /** Looks again at the bytes that are there, though no more have come. */
    private void goOn() {
        ChannelHandlerContext current = context;
        if (current != null && actualReadableBytes() > 0) {
            // Not at once: this may be called from within a decode.
            current.executor().execute(() -> decodeAgain(current));
        }
    }

    /** By this decoder alone: TLS would keep a read of nothing to itself. */
    private void decodeAgain(ChannelHandlerContext current) {
        try {
            channelRead(current, Unpooled.EMPTY_BUFFER);
            channelReadComplete(current);
        } catch (Exception e) {
            current.fireExceptionCaught(e);
        }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
        context = ctx;
        super.handlerAdded(ctx);
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
        if (refused) {
            in.skipBytes(in.readableBytes());
            return;
        }
        boolean held = inHead && !answered;
        int lying = held ? in.readableBytes() : 0;
        boolean much = lying > MAX_BEHIND;
        if (!lieBehind(lying) || (much && waiting)) {
            LOG.debug("closed, as much was sent behind a request that is not answered bytes={}", lying);
            close(ctx);
        }
        read(ctx, !much);
        if (!held) {
            decodeOn(ctx, in, out);
        }
    }

    /** They count as bodies do. False where there is no room and the request before them waits, or their caller holds its part. */
    private boolean lieBehind(int bytes) {
        if (bytes != bytesBehind && !behind.become(bytes)) {
            if (waiting || behind.isFull()) {
                return false;
            }
            behind.hold((long) bytes - bytesBehind);
        }
        bytesBehind = bytes;
        return true;
    }

    private void decodeOn(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
        int start = in.readerIndex();
        int before = out.size();
        super.decode(ctx, in, out);
        if (inHead) {
            bytes.see(in, start, in.readerIndex());
        }
        deadline.came(in.readerIndex() - start);
        decoded(in, out, before);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // What could fail here is gone already.
    private static void close(ChannelHandlerContext ctx) {
        ctx.close();
    }

    private void read(ChannelHandlerContext ctx, boolean wanted) {
        if (reading != wanted) {
            reading = wanted;
            ctx.channel().config().setAutoRead(wanted);
        }
    }

    private void decoded(ByteBuf in, List<Object> out, int from) {
        for (int i = from; i < out.size(); i++) {
            if (out.get(i) instanceof HttpRequest head) {
                inHead = false;
                answered = false;
                if (head.decoderResult().isSuccess() && !isPlain(head)) {
                    out.subList(i + 1, out.size()).clear();
                    in.skipBytes(in.readableBytes());
                }
                if (head.decoderResult().isFailure()) {
                    // The response takes it from here, and in 1.0 it would not say that it is the last.
                    head.setProtocolVersion(HttpVersion.HTTP_1_1);
                }
            }
            if (out.get(i) instanceof LastHttpContent last
                    && last.decoderResult().isFailure()
                    && isAnsweredAsBroken()) {
                out.subList(i, out.size()).clear();
                in.skipBytes(in.readableBytes());
                return;
            }
            if (out.get(i) instanceof LastHttpContent) {
                inHead = true;
                whenLate = null;
                whenBroken = null;
                bytes.reset();
                deadline.end();
            }
        }
    }

    /** Vert.x would close the connection over a broken chunk before its request has a response. Nothing behind it is read. */
    private boolean isAnsweredAsBroken() {
        Runnable action = whenBroken;
        if (action == null || answered || context == null) {
            return false;
        }
        refused = true;
        isGivenUp = true;
        // Not at once: this is called from within a decode.
        context.executor().execute(action);
        return true;
    }

    /** False, and the head marked as refused, when somebody else may read it otherwise. */
    private boolean isPlain(HttpRequest head) {
        try {
            checkVersion(head.protocolVersion());
            bytes.check();
            checkBounds(head);
            return true;
        } catch (GrapeException e) {
            refused = true;
            head.setDecoderResult(DecoderResult.failure(e));
            return false;
        }
    }

    /** What is written otherwise comes as another object, equal or not, which Vert.x does not take and writes into its response. */
    @SuppressWarnings("ReferenceEquality")
    private static void checkVersion(HttpVersion version) {
        if (version != HttpVersion.HTTP_1_1 && version != HttpVersion.HTTP_1_0) {
            throw GrapeException.badValue("request", "HTTP/1.1", "something else");
        }
    }

    private static void checkBounds(HttpRequest head) {
        if (head.headers().contains("")) {
            throw GrapeException.badValue("headers", "names", "an empty one");
        }
        List<String> codings = head.headers().getAll("Transfer-Encoding");
        boolean chunked = codings.size() == 1 && codings.get(0).equalsIgnoreCase("chunked");
        if (!codings.isEmpty() && !(chunked && head.protocolVersion().equals(HttpVersion.HTTP_1_1))) {
            throw GrapeException.badValue(
                    "Transfer-Encoding", "none, or chunked once and in HTTP/1.1", String.join(", ", codings));
        }
    }

    /**
     * Ends the connection. What goes wrong with it is no news, and Vert.x would hand it to a request that it has not begun, and
     * fail over that.
     */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.debug("a connection broke", cause);
        close(ctx);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
        if (!inHead || (answered && (deadline.bytes() > 0 || actualReadableBytes() > 0))) {
            deadline.await(ctx.executor());
        }
        if (reading) {
            super.channelReadComplete(ctx);
        } else {
            // Netty would read on where nothing was decoded, even though reading was stopped.
            discardSomeReadBytes();
            ctx.fireChannelReadComplete();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        deadline.end();
        behind.release();
        super.channelInactive(ctx);
    }
}
