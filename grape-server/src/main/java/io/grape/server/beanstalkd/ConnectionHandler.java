package io.grape.server.beanstalkd;

import io.grape.core.ErrorCode;
import io.grape.core.TubeName;
import io.grape.server.failure.Failures;
import io.grape.server.memory.Budget;
import io.grape.server.quota.CallerQuotas;
import io.grape.server.quota.QuotaKind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection: commands are run in their order, and answered in it. Commands of one kind that are about different jobs run side by
 * side, so that they share runs of a script. Nothing is read while the client does not read. Lives on one event loop.
 */
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
    /** Commands whose responses are still to come. */
    private static final int MAX_RUNNING = 100;

    private static final long BYTES_PER_SECOND = 32 * 1024;

    private final Service service;
    private final List<String> callers;
    private final Budget.Share bodies;
    private final Session session;
    private final Commands commands;
    private final CommandReader reader;
    private final Deque<Running> running = new ArrayDeque<>();
    private ByteBuf in = Unpooled.EMPTY_BUFFER;
    /** One that came while others that it may not run beside were running. */
    private @Nullable Incoming next;

    private @Nullable ReserveCommand reserve;
    private @Nullable Future<?> bodyTimeout;
    private boolean hasFlushComing;
    private boolean hasEnded;
    private boolean isQuitting;

    /** A command, and its response once there is one. */
    private static final class Running {
        private final CommandName name;
        private @Nullable Reply reply;
        private Budget.@Nullable Share room;

        Running(CommandName name) {
            this.name = name;
        }
    }

    /**
     * What all connections of a port share.
     *
     * @param maxTubes how many tubes that are there one principal may have made
     */
    record Service(ListenOptions options, BrokerStats stats, int maxTubes, BooleanSupplier draining) {}

    ConnectionHandler(Session session, Service service, List<String> callers) {
        this.session = session;
        this.service = service;
        this.callers = callers;
        this.bodies = service.options().memory().bodies().share(callers);
        this.commands =
                new Commands(session, new PutCommand(session, service.maxTubes()), service.stats(), this::reserve);
        this.reader = new CommandReader(service.options().maxPayload(), bodies, () -> {
            session.usage().count(CommandName.PUT);
            session.produces();
        });
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
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        flushSoon(ctx);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        process(ctx);
    }

    /** Runs what has come, as far as it may run now. */
    private void process(ChannelHandlerContext ctx) {
        while (!isQuitting && ctx.channel().isWritable() && running.size() < MAX_RUNNING) {
            Incoming incoming = next != null ? next : reader.next(in);
            next = null;
            if (incoming == null) {
                break;
            }
            if (!start(ctx, incoming)) {
                next = incoming;
                break;
            }
        }
        boolean isBehind =
                next != null || running.size() >= MAX_RUNNING || !ctx.channel().isWritable();
        ctx.channel().config().setAutoRead(!isBehind);
        watchBody(ctx);
        closeAtEnd(ctx);
    }

    /** False when it has to wait for others. */
    private boolean start(ChannelHandlerContext ctx, Incoming incoming) {
        if (incoming instanceof Incoming.Refused refused) {
            return run(ctx, CommandName.QUIT, () -> CompletableFuture.completedStage(refused.reply()));
        }
        if (incoming instanceof Incoming.Put put) {
            return run(
                    ctx,
                    CommandName.PUT,
                    () -> service.draining().getAsBoolean()
                            ? CompletableFuture.completedStage(Reply.DRAINING)
                            : commands.put(put).whenComplete((reply, failure) -> bodies.give(put.held())));
        }
        String line = ((Incoming.Line) incoming).text();
        CommandName name = CommandName.of(line).orElse(null);
        if (name == null) {
            return run(ctx, CommandName.QUIT, () -> CompletableFuture.completedStage(Reply.UNKNOWN_COMMAND));
        }
        if (name == CommandName.QUIT) {
            if (running.isEmpty()) {
                isQuitting = true;
                ctx.flush();
                close(ctx);
            }
            return running.isEmpty();
        }
        return run(ctx, name, () -> commands.run(name, line));
    }

    private interface Start {
        CompletionStage<Reply> run();
    }

    private boolean run(ChannelHandlerContext ctx, CommandName name, Start start) {
        Running last = running.peekLast();
        if (last != null && !name.mayRunBeside(last.name)) {
            return false;
        }
        Running one = new Running(name);
        running.add(one);
        CompletionStage<Reply> stage;
        try {
            stage = start.run();
        } catch (BadFormatException e) {
            stage = CompletableFuture.completedStage(Reply.BAD_FORMAT);
        } catch (RuntimeException e) {
            stage = CompletableFuture.failedStage(e);
        }
        CompletableFuture<Reply> done = stage.exceptionally(Outcomes::of).toCompletableFuture();
        if (done.isDone()) {
            one.reply = done.join();
            answer(ctx);
        } else {
            session.await(done).thenAccept(reply -> {
                one.reply = reply;
                answer(ctx);
                process(ctx);
            });
        }
        return true;
    }

    /** Writes the responses that are there, in their order. */
    private void answer(ChannelHandlerContext ctx) {
        for (Running first = running.peekFirst(); first != null; first = running.peekFirst()) {
            Reply reply = first.reply;
            if (reply == null) {
                return;
            }
            running.removeFirst();
            write(ctx, reply, first.room);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // What is not written was written to a connection that is gone.
    private void write(ChannelHandlerContext ctx, Reply reply, Budget.@Nullable Share room) {
        if (!ctx.channel().isActive()) {
            return;
        }
        if (room == null) {
            ctx.write(reply.encoded(ctx.alloc()), ctx.voidPromise());
        } else {
            ctx.write(reply.encoded(ctx.alloc())).addListener(written -> room.release());
        }
        flushSoon(ctx);
    }

    /** Responses of one turn leave together. */
    private void flushSoon(ChannelHandlerContext ctx) {
        if (!hasFlushComing) {
            hasFlushComing = true;
            ctx.executor().execute(() -> {
                hasFlushComing = false;
                ctx.flush();
            });
        }
    }

    private CompletionStage<Reply> reserve(@Nullable Duration timeout) {
        Budget.Share room = service.options().memory().answers().share(callers);
        Running me = Objects.requireNonNull(running.peekLast());
        me.room = room;
        CallerQuotas.Place place = service.options().quotas().enter(QuotaKind.WAITS, callers);
        if (!place.isTaken()) {
            return CompletableFuture.completedStage(Reply.OUT_OF_MEMORY);
        }
        ReserveCommand command = new ReserveCommand(session, room, timeout);
        reserve = command;
        if (hasEnded) {
            command.leave();
        }
        List<TubeName> where = session.watched();
        session.usage().waiting(where, 1);
        return command.run()
                .exceptionallyCompose(failure -> Failures.is(ErrorCode.DRAINING, failure)
                        ? CompletableFuture.completedStage(Reply.TIMED_OUT)
                        : CompletableFuture.failedStage(failure))
                .whenComplete((reply, failure) -> {
                    session.usage().waiting(where, -1);
                    place.leave();
                    reserve = null;
                });
    }

    /** Of a half-closed connection: what it has sent is still answered. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event instanceof ChannelInputShutdownEvent) {
            hasEnded = true;
            ReserveCommand waiting = reserve;
            if (waiting != null) {
                waiting.leave();
            }
            process(ctx);
        } else {
            super.userEventTriggered(ctx, event);
        }
    }

    private void closeAtEnd(ChannelHandlerContext ctx) {
        if (hasEnded && running.isEmpty() && next == null && !isQuitting) {
            isQuitting = true;
            close(ctx);
        }
    }

    private static void close(ChannelHandlerContext ctx) {
        ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    /** A body that does not come holds its memory for a time only. */
    private void watchBody(ChannelHandlerContext ctx) {
        Future<?> timer = bodyTimeout;
        boolean isComing = reader.isInBody();
        if (isComing && timer == null) {
            long seconds =
                    service.options().time().toSeconds() + service.options().maxPayload() / BYTES_PER_SECOND;
            bodyTimeout = ctx.executor().schedule(() -> close(ctx), seconds, TimeUnit.SECONDS);
        } else if (!isComing && timer != null) {
            timer.cancel(false);
            bodyTimeout = null;
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        isQuitting = true;
        ReserveCommand waiting = reserve;
        session.end();
        if (waiting != null) {
            waiting.leave();
        }
        Future<?> timer = bodyTimeout;
        if (timer != null) {
            timer.cancel(false);
        }
        running.forEach(one -> {
            if (one.room != null) {
                one.room.release();
            }
        });
        bodies.release();
        in.release();
        in = Unpooled.EMPTY_BUFFER;
        super.channelInactive(ctx);
    }
}
