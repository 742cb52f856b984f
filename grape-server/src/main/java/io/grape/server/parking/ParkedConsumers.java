package io.grape.server.parking;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.BlockingConsume;
import io.grape.core.job.Broker;
import io.grape.core.job.Job;
import io.grape.core.job.PendingConsume;
import io.grape.core.job.ResponseRoom;
import io.grape.core.job.WakeUps;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.lease.OutageLog;
import io.grape.server.lease.TubeOwnership;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The consumers that wait at this broker.
 *
 * <p>Whoever waits for a tube stands in its {@link TubeWaitQueue}; one consume runs there at a time, for all who stand in it. It
 * runs when somebody comes, when a hint says that a job is there, when the next job is due or the next lease runs out (each
 * empty response says when that is), and at last after a bounded time, because hints get lost. A consumer enters its queue
 * before the first consume, so that no hint falls between the two.
 *
 * <p>All state belongs to one event loop; {@link #consume}, {@link #take} and {@link #giveBack} may be called from anywhere.
 */
public final class ParkedConsumers implements BlockingConsume {
    private static final long POLL_MILLIS = 10;

    private final JobSource source;
    private final Context context;
    private final Vertx vertx;
    private final Map<TubeName, TubeWaitQueue> queues = new ConcurrentHashMap<>();
    private final Set<ParkedConsumer> parked = new HashSet<>();
    private final AtomicInteger parkedCount = new AtomicInteger();
    private final PollInterval pace = new PollInterval(queues::size);
    private final Promise<Void> idle = Promise.promise();
    private boolean draining;

    /** With all the room that may be needed. */
    public ParkedConsumers(Vertx vertx, Broker broker, TubeOwnership ownership, OutageLog outage) {
        this(vertx, broker, ownership, outage, MemoryBudgets.boundless());
    }

    public ParkedConsumers(
            Vertx vertx, Broker broker, TubeOwnership ownership, OutageLog outage, MemoryBudgets memory) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.source =
                new JobSource(broker, ownership, outage, memory, () -> context.runOnContext(given -> endIfIdle()));
    }

    /** Listens to hints; after a gap in them everybody looks once. */
    public CompletionStage<Void> listen(WakeUps hints) {
        return hints.subscribe(this::hinted, this::lookAgain);
    }

    /** Everybody looks once. */
    public void lookAgain() {
        context.runOnContext(look -> queues.values().forEach(TubeWaitQueue::run));
    }

    private void hinted(TubeName tube, Duration in) {
        if (queues.containsKey(tube)) {
            context.runOnContext(hint -> {
                TubeWaitQueue queue = queues.get(tube);
                if (queue != null) {
                    queue.hinted(in);
                }
            });
        }
    }

    /** How many consumers wait now. */
    public int count() {
        return parkedCount.get();
    }

    /** From now on nobody is let in; those who wait go with nothing. Done when what was taken for them is given back, too. */
    public Future<Void> drain() {
        context.runOnContext(start -> {
            draining = true;
            List.copyOf(parked).forEach(visitor -> visitor.complete(List.of()));
            context.runOnContext(left -> endIfIdle());
        });
        return idle.future();
    }

    /** Done when no jobs are on their way back to their tubes. */
    public Future<Void> givenBack() {
        Promise<Void> done = Promise.promise();
        context.runOnContext(look -> awaitGivenBack(done));
        return done.future();
    }

    private void awaitGivenBack(Promise<Void> done) {
        if (source.isGivingBack()) {
            vertx.setTimer(POLL_MILLIS, again -> awaitGivenBack(done));
        } else {
            done.complete();
        }
    }

    private void endIfIdle() {
        if (draining && queues.isEmpty() && !source.isGivingBack()) {
            idle.tryComplete();
        }
    }

    @Override
    public PendingConsume consume(List<TubeName> tubes, int max, Duration wait, ResponseRoom room) {
        ParkedConsumer visitor = new ParkedConsumer(tubes, max, wait, room, this::runHere);
        if (wait.isZero()) {
            MultiTubeConsume.of(source, visitor)
                    .thenCompose(MultiTubeConsume::outcome)
                    .whenComplete((found, failure) -> {
                        if (failure != null) {
                            visitor.fail(failure);
                        } else {
                            hand(found, visitor);
                        }
                    });
        } else {
            visitor.jobs().whenComplete((end, failure) -> left(visitor));
            context.runOnContext(start -> enter(visitor));
        }
        return visitor;
    }

    private void runHere(Runnable task) {
        context.runOnContext(run -> task.run());
    }

    /** For a caller of whom nothing is known. */
    public PendingConsume consume(List<TubeName> tubes, int max, Duration wait) {
        return consume(tubes, max, wait, source.room());
    }

    private void hand(List<Job> jobs, ParkedConsumer visitor) {
        if (!visitor.complete(jobs)) {
            source.giveBack(jobs);
        }
    }

    private void enter(ParkedConsumer visitor) {
        if (draining) {
            visitor.fail(new GrapeException(ErrorCode.DRAINING, "this broker is shutting down, try another"));
        } else if (visitor.tubes().size() == 1) {
            park(visitor);
        } else {
            Future.fromCompletionStage(MultiTubeConsume.of(source, visitor), context)
                    .onSuccess(round -> looked(visitor, round))
                    .onFailure(visitor::fail);
        }
    }

    private void looked(ParkedConsumer visitor, MultiTubeConsume round) {
        if (!round.jobs().isEmpty()) {
            hand(round.jobs(), visitor);
            return;
        }
        round.tell();
        if (visitor.left().isZero()) {
            visitor.waited();
        }
        park(visitor);
    }

    private void park(ParkedConsumer visitor) {
        if (visitor.isGone()) {
            return;
        }
        if (draining) {
            visitor.complete(List.of());
            return;
        }
        parked.add(visitor);
        parkedCount.incrementAndGet();
        visitor.timer(vertx.setTimer(Math.max(1, visitor.left().toMillis()), timeout -> visitor.waited()));
        visitor.tubes()
                .forEach(tube -> queues.computeIfAbsent(tube, this::newQueue).enter(visitor));
    }

    private TubeWaitQueue newQueue(TubeName tube) {
        return new TubeWaitQueue(tube, vertx, context, pace, source, this::close);
    }

    /** A visitor that has its response, or went away, stands nowhere any more. */
    private void left(ParkedConsumer visitor) {
        context.runOnContext(leave -> {
            if (parked.remove(visitor)) {
                parkedCount.decrementAndGet();
                vertx.cancelTimer(visitor.timer());
                visitor.tubes().forEach(tube -> leave(tube, visitor));
            }
        });
    }

    private void leave(TubeName tube, ParkedConsumer visitor) {
        TubeWaitQueue queue = queues.get(tube);
        if (queue != null) {
            queue.leave(visitor);
        }
    }

    /** Nobody stands in this tube's queue any more. */
    private void close(TubeName tube) {
        queues.remove(tube);
        endIfIdle();
    }

    @Override
    public CompletionStage<Job> take(TubeName tube, JobId id) {
        return source.take(tube, id);
    }

    @Override
    public void giveBack(List<Job> jobs) {
        source.giveBack(jobs);
    }
}
