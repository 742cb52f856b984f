package io.grape.client.worker;

import io.grape.client.Acknowledgement;
import io.grape.client.AsyncGrape;
import io.grape.client.ClientEvents;
import io.grape.client.Job;
import io.grape.client.worker.HeldLease.Loss;
import io.grape.client.worker.PendingAck.Ending;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work on one tube: fetches jobs as long as there is room, calls the handler, and acknowledges. A job takes a place
 * from its delivery until its acknowledgement got a response.
 */
final class TubeWorker<T> implements JobFetcher.JobSink<T> {
    private static final Logger LOG = LoggerFactory.getLogger(TubeWorker.class);
    /** The broker accepts a finish after the end of its lease, too, unless another worker has the job. */
    private static final long FINISH_LATER_NANOS = Duration.ofSeconds(30).toNanos();

    private static final Outcome AFTER_A_FAULT = Outcome.release(Duration.ofSeconds(5));

    private final String tube;
    private final ClientEvents events;
    private final WorkerThreads threads;
    /** Renewals have their own queue: they must not wait for these. */
    private final AckQueue acks;

    private final HeldLease.RenewalContext keeping;
    private final HandlerInvoker<T> handling;
    private final JobFetcher<T> intake;
    private final WorkerSlots<T> places;

    TubeWorker(
            TubeSubscription<T> work,
            WorkerSettings settings,
            WorkerThreads threads,
            AsyncGrape grape,
            ClientEvents events) {
        this.tube = work.tube().name();
        this.events = events;
        this.threads = threads;
        this.acks = new AckQueue(grape, tube, threads.timer());
        this.keeping = new HeldLease.RenewalContext(
                new AckQueue(grape, tube, threads.timer()),
                threads.timer(),
                threads::tell,
                settings.interruptOnLostLease(),
                this::lost);
        this.handling = new HandlerInvoker<>(work.decider(), settings);
        this.places = new WorkerSlots<>(settings);
        this.intake = new JobFetcher<>(grape, work.tube(), threads.timer(), this);
    }

    void start() {
        events.working(tube, 1);
        intake.look();
    }

    @Override
    public int room() {
        return places.room();
    }

    @Override
    public void took(List<Job<T>> jobs, long askedAt) {
        if (jobs.isEmpty()) {
            return;
        }
        List<HeldJob<T>> taken =
                jobs.stream().map(job -> new HeldJob<>(job, askedAt, keeping)).toList();
        boolean willBegin = places.take(taken);
        events.held(tube, taken.size());
        if (willBegin) {
            taken.forEach(job -> job.lease().keep());
            begin();
        } else {
            taken.forEach(this::handBack);
        }
    }

    /** Starts as many handlers as may run at a time. */
    private void begin() {
        for (HeldJob<T> job = places.next(); job != null; job = places.next()) {
            HeldJob<T> begun = job;
            try {
                threads.execute(() -> work(begun));
            } catch (RejectedExecutionException | OutOfMemoryError e) {
                LOG.error("no thread for a job, handed back tube={} id={}", tube, begun.id(), e);
                intake.pause();
                handBack(begun);
                ran(begun);
            }
        }
    }

    private void work(HeldJob<T> job) {
        try {
            if (job.isLeaseLost()) {
                drop(job);
            } else {
                handle(job);
            }
        } catch (Throwable e) {
            broken(job, e);
        } finally {
            ran(job);
            begin();
        }
    }

    /** The handling of a failure failed itself, for example without memory. Nothing else would release the job. */
    private void broken(HeldJob<T> job, Throwable failure) {
        if (job.decide()) {
            settle(job, AFTER_A_FAULT);
        }
        Safely.log("a job could not be handled, released id=" + job.id(), failure);
    }

    private void handle(HeldJob<T> job) {
        long began = System.nanoTime();
        Future<?> limit = limited(job);
        Outcome outcome = handling.of(job);
        limit.cancel(false);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        boolean isSaid = job.decide() && settle(job, outcome);
        events.handled(tube, isSaid ? outcome.verb() : places.isStuck(job) ? "timeout" : "lost", took, job.lateness());
    }

    private Future<?> limited(HeldJob<T> job) {
        Duration timeout = handling.timeout(job);
        Future<?> limit = timeout == null ? null : threads.timer().in(nanos(timeout), () -> timedOut(job, timeout));
        return limit == null ? CompletableFuture.completedFuture(null) : limit;
    }

    private static long nanos(Duration timeout) {
        return TimeUnit.NANOSECONDS.convert(timeout);
    }

    private void timedOut(HeldJob<T> job, Duration timeout) {
        if (!places.stick(job)) {
            return;
        }
        events.timedOut(tube);
        events.stuck(tube, 1);
        letGo(job, job.acknowledgement(afterTimeout(job, timeout)));
        giveBackWhatCannotBegin();
    }

    private Outcome afterTimeout(HeldJob<T> job, Duration timeout) {
        try {
            return handling.timedOut(job, timeout);
        } catch (RuntimeException | Error e) {
            Safely.log("a timeout could not be told of, released id=" + job.id(), e);
            return AFTER_A_FAULT;
        }
    }

    private void giveBackWhatCannotBegin() {
        if (places.allStuck()) {
            LOG.error("no handler returns, takes no more jobs until one does tube={}", tube);
            places.unbegun().forEach(this::handBack);
        }
    }

    /** Whether to send it: after the lease expired, the broker accepts only a finish. */
    private boolean settle(HeldJob<T> job, Outcome outcome) {
        boolean isFinish = outcome instanceof Outcome.Finish;
        Loss loss = job.lease().end();
        if (loss == Loss.TAKEN || (loss == Loss.RAN_OUT && !isFinish)) {
            freed();
            return false;
        }
        acknowledge(job, job.acknowledgement(outcome), isFinish ? FINISH_LATER_NANOS : 0);
        return true;
    }

    private void drop(HeldJob<T> job) {
        if (job.decide()) {
            job.lease().end();
            freed();
        }
    }

    private void handBack(HeldJob<T> job) {
        if (job.decide()) {
            if (job.lease().end() == null) {
                acknowledge(job, job.handBack(), 0);
            } else {
                freed();
            }
        }
    }

    private void acknowledge(HeldJob<T> job, Acknowledgement what, long later) {
        HeldLease lease = job.lease();
        long now = System.nanoTime();
        long giveUpAt = now + Math.max(0, lease.until() - now) + later;
        acks.add(new PendingAck(what, giveUpAt, lease.lasts(), (ending, sentAt) -> {
            // A lease that was lost before has been told of then.
            if (ending == Ending.LOST && !lease.isLost()) {
                lost(lease.touch(), Loss.TAKEN);
            }
            freed();
        }));
    }

    private void lost(Acknowledgement.Touch lease, Loss how) {
        events.leaseLost(tube);
        String why =
                how == Loss.TAKEN ? "another worker has the job or it is gone" : "it ran out before it was renewed";
        Safely.run(
                "a warning",
                () -> LOG.warn("lease lost, {} tube={} id={} lease={}", why, tube, lease.id(), lease.lease()));
    }

    @Override
    public void quiet() {
        places.changed();
    }

    private void freed() {
        events.held(tube, -1);
        places.freed();
        intake.look();
    }

    private void ran(HeldJob<T> job) {
        if (places.ran(job)) {
            events.stuck(tube, -1);
            intake.look();
        }
    }

    /** Takes no more jobs, and hands back those that were not begun. */
    void stop() {
        places.stop();
        List<HeldJob<T>> notBegun = places.unbegun();
        intake.close();
        notBegun.forEach(this::handBack);
        events.working(tube, -1);
    }

    /** Waits for the handlers that still have their jobs, up to a moment of {@link System#nanoTime}. */
    void awaitHandlers(long until) throws InterruptedException {
        places.awaitHandlers(until);
    }

    /** Interrupts the handlers that still run, and hands their jobs back. */
    void abandon() {
        places.running().forEach(this::abandon);
    }

    private void abandon(HeldJob<T> job) {
        if (!job.decide()) {
            return;
        }
        LOG.warn("its handler did not return in time, handed back tube={} id={}", tube, job.id());
        letGo(job, job.handBack());
    }

    /** Tells the handler that its lease is lost, and the broker the outcome. */
    private void letGo(HeldJob<T> job, Acknowledgement what) {
        boolean wasLost = job.isLeaseLost();
        job.lease().abandon();
        job.lease().end();
        if (wasLost) {
            freed();
        } else {
            acknowledge(job, what, 0);
        }
    }

    /** Waits for the acknowledgements, up to a moment of {@link System#nanoTime}. Returns how many got no response. */
    int awaitAcks(long until) throws InterruptedException {
        return places.awaitNone(() -> !intake.isAsking(), until);
    }

    @Override
    public String toString() {
        return tube;
    }
}
