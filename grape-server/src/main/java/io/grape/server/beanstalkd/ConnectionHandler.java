package io.grape.server.beanstalkd;

import io.grape.server.admission.MemoryBudget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: commands are run in their order, and answered in it. Commands of one kind that are about different jobs run side by
 * side, so that they share runs of a script. Nothing is read while the client does not read. Lives on one event loop.
 */
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionHandler.class);
    /** How long a command waits for memory for the job that it brings. */
    private static final Duration ROOM_WITHIN = Duration.ofSeconds(5);

    private final SharedPort port;
    private final MemoryBudget.Share bodies;
    private final Session session;
    private final Commands commands;
    private final CommandReader reader;
    private final Responses responses;
    private final ConnectionReserve reserve;
    private final BodyTimeout bodyTimeout;
    private final UnreadEnd unreadEnd = new UnreadEnd();
    private ByteBuf in = Unpooled.EMPTY_BUFFER;
    /** One that came while others that it may not run beside were running. */
    private @Nullable Incoming next;

    private boolean isProcessing;
    private boolean hasEnded;
    private boolean isQuitting;

    ConnectionHandler(Session session, SharedPort port, List<String> callers) {
        this.session = session;
        this.port = port;
        this.bodies = port.options().memory().bodies().share(callers);
        this.responses = new Responses(() -> port.options().memory().answers().share(callers));
        this.reserve = new ConnectionReserve(session, port.options().inFlight(), callers);
        this.bodyTimeout = new BodyTimeout(port.options());
        this.commands = new Commands(session, new PutCommand(session, port.maxTubes()), port.stats());
        this.reader = new CommandReader(port.options().maxPayload(), bodies);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (!(message instanceof ByteBuf bytes) || isQuitting) {
            ReferenceCountUtil.release(message);
            return;
        }
        if (in.isReadable()) {
            ByteBuf all = ctx.alloc().buffer(in.readableBytes() + bytes.readableBytes());
            all.writeBytes(in).writeBytes(bytes);
            in.release();
            bytes.release();
            in = all;
        } else {
            in.release();
            in = bytes;
        }
        process(ctx);
        keepLittle(ctx);
    }

    /** The beginning of a line holds no buffer of the size of a read. */
    private void keepLittle(ChannelHandlerContext ctx) {
        int left = in.readableBytes();
        if (left < CommandReader.MAX_LINE && in.capacity() > CommandReader.MAX_LINE) {
            ByteBuf all = in;
            in = left == 0 ? Unpooled.EMPTY_BUFFER : ctx.alloc().buffer(left).writeBytes(all);
            all.release();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        process(ctx);
    }

    /** Runs what has come, as far as it may run now. */
    private void process(ChannelHandlerContext ctx) {
        if (isProcessing) {
            // A write or a command that ended at once: what is below goes on with it.
            return;
        }
        isProcessing = true;
        boolean isBehind;
        try {
            isBehind = !isDone(ctx);
        } finally {
            isProcessing = false;
        }
        if (!hasEnded) {
            // There is nothing to read behind the end, and to ask for it would close the connection.
            ctx.channel().config().setAutoRead(!isBehind);
        }
        unreadEnd.watch(ctx, isBehind && reserve.isWaiting(), reserve::hurry);
        bodyTimeout.watch(ctx, reader.begun(), () -> close(ctx));
        if (hasEnded && !isBehind && responses.isEmpty() && !isQuitting) {
            isQuitting = true;
            close(ctx);
        }
    }

    /** False when there is more, which has to wait. */
    private boolean isDone(ChannelHandlerContext ctx) {
        while (!isQuitting) {
            if (responses.isFull() || !ctx.channel().isWritable()) {
                return false;
            }
            Incoming incoming = next != null ? next : reader.next(in);
            next = null;
            if (incoming == null) {
                return true;
            }
            if (!start(ctx, incoming)) {
                next = incoming;
                return false;
            }
        }
        return true;
    }

    /** False when it has to wait for others. */
    private boolean start(ChannelHandlerContext ctx, Incoming incoming) {
        if (incoming instanceof Incoming.HttpRequest) {
            refuseHttp(ctx);
            return true;
        }
        if (incoming instanceof Incoming.Refused refused) {
            return run(ctx, CommandName.QUIT, one -> commands.refused(refused));
        }
        if (incoming instanceof Incoming.Put put) {
            return run(ctx, CommandName.PUT, one -> put(ctx, put));
        }
        String line = ((Incoming.Line) incoming).text();
        CommandName name = CommandName.of(line).orElse(null);
        if (name == null) {
            return run(ctx, CommandName.QUIT, one -> CompletableFuture.completedStage(Reply.UNKNOWN_COMMAND));
        }
        if (name == CommandName.QUIT) {
            if (responses.isEmpty()) {
                isQuitting = true;
                close(ctx);
            }
            return responses.isEmpty();
        }
        return run(ctx, name, one -> {
            port.options().shedding().read(name.work(), ctx.executor());
            return run(name, line, one);
        });
    }

    /** Closes the connection at once, without a response and without waiting for the commands that run. */
    private void refuseHttp(ChannelHandlerContext ctx) {
        isQuitting = true;
        if (port.httpSeen().isDue()) {
            LOG.warn(
                    "closed a connection to the beanstalkd port that sent an HTTP request, as a web page can make a browser do"
                            + " address={}",
                    ctx.channel().remoteAddress());
        }
        close(ctx);
    }

    private interface Start {
        CompletionStage<Reply> run(Responses.Running one);
    }

    private boolean run(ChannelHandlerContext ctx, CommandName name, Start start) {
        if (!responses.mayBegin(name)) {
            return false;
        }
        Responses.Running one = responses.begin(name);
        CompletableFuture<Reply> done =
                Outcomes.begun(() -> start.run(one)).exceptionally(Outcomes::of).toCompletableFuture();
        if (done.isDone()) {
            responses.answer(ctx, one, done.join());
        } else {
            session.await(done).thenAccept(reply -> {
                responses.answer(ctx, one, reply);
                process(ctx);
            });
        }
        return true;
    }

    private CompletionStage<Reply> put(ChannelHandlerContext ctx, Incoming.Put put) {
        CompletionStage<Reply> stage = port.draining().getAsBoolean()
                ? commands.refused(new Incoming.Refused(Reply.DRAINING, true))
                : Outcomes.begun(() -> {
                    port.options().shedding().read(CommandName.PUT.work(), ctx.executor());
                    return commands.put(put);
                });
        return stage.whenComplete((reply, failure) -> bodies.give(put.held()));
    }

    private CompletionStage<Reply> run(CommandName name, String line, Responses.Running one) {
        Commands.Reserving reserving = timeout -> reserve.run(responses.room(one), timeout);
        if (!name.bringsOneJob()) {
            return commands.run(name, line, reserving);
        }
        long most = port.options().memory().most(1);
        return session.await(responses.room(one).await(most, ROOM_WITHIN))
                .thenCompose(there -> commands.run(name, line, reserving));
    }

    /** Of a half-closed connection: what it has sent is still answered. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event instanceof ChannelInputShutdownEvent) {
            hasEnded = true;
            reserve.inputEnded();
            process(ctx);
        } else {
            super.userEventTriggered(ctx, event);
        }
    }

    private static void close(ChannelHandlerContext ctx) {
        ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    /** That a connection breaks is usual. {@link #channelInactive} follows. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // What could fail here is gone already.
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException || cause.getCause() instanceof IOException) {
            LOG.debug("a connection broke address={}", ctx.channel().remoteAddress(), cause);
        } else {
            LOG.error("a connection failed address={}", ctx.channel().remoteAddress(), cause);
        }
        ctx.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        isQuitting = true;
        session.end();
        reserve.leave();
        bodyTimeout.stop();
        unreadEnd.stop();
        responses.release();
        bodies.release();
        in.release();
        in = Unpooled.EMPTY_BUFFER;
        super.channelInactive(ctx);
    }
}
