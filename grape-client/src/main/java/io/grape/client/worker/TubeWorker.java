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
 * The work on one tube: fetches jobs as long as there is room, calls the handler, and acknowledges. A job takes a slot
 * from its delivery until its acknowledgement got a response.
 */
final class TubeWorker<T> implements JobFetcher.JobSink<T> {
    private static final Logger LOG = LoggerFactory.getLogger(TubeWorker.class);
    /** The broker accepts a finish even after its lease has expired, unless another worker has the job. */
    private static final long FINISH_LATER_NANOS = Duration.ofSeconds(30).toNanos();

    private static final Outcome AFTER_A_FAULT = Outcome.release(Duration.ofSeconds(5));
    private static final Outcome HAND_BACK = Outcome.snooze(Duration.ZERO);

    private final String tube;
    private final ClientEvents events;
    private final WorkerThreads threads;
    /** Renewals have their own queue, so they do not wait for these. */
    private final AckQueue acks;

    private final HeldLease.RenewalContext renewals;
    private final HandlerInvoker<T> invoker;
    private final JobFetcher<T> fetcher;
    private final WorkerSlots<T> slots;

    TubeWorker(
            TubeSubscription<T> subscription,
            WorkerSettings settings,
            WorkerThreads threads,
            AsyncGrape grape,
            ClientEvents events) {
        this.tube = subscription.tube().name();
        this.events = events;
        this.threads = threads;
        this.renewals = new HeldLease.RenewalContext(
                new AckQueue(acks -> grape.acknowledgeAll(tube, acks), tube, threads.timer()),
                threads.timer(),
                threads::callBack,
                settings.interruptOnLostLease(),
                this::lost);
        this.invoker = new HandlerInvoker<>(subscription.handler(), settings);
        this.slots = new WorkerSlots<>(settings);
        this.fetcher = new JobFetcher<>(grape, subscription.tube(), threads.timer(), this);
        this.acks = new AckQueue(new AckAndFetch<>(grape, subscription.tube(), fetcher), tube, threads.timer());
    }

    void start() {
        events.working(tube, 1);
        fetcher.fetch();
    }

    @Override
    public int room(int freed) {
        return slots.room(freed);
    }

    @Override
    public void delivered(List<Job<T>> jobs, long askedAt) {
        if (jobs.isEmpty()) {
            return;
        }
        List<HeldJob<T>> taken =
                jobs.stream().map(job -> new HeldJob<>(job, askedAt, renewals)).toList();
        boolean willBegin = slots.take(taken);
        events.held(tube, taken.size());
        if (willBegin) {
            taken.forEach(job -> job.lease().scheduleRenewal());
            begin();
        } else {
            taken.forEach(this::handBack);
        }
    }

    /** Starts as many handlers as may run at a time. */
    private void begin() {
        for (HeldJob<T> job = slots.next(); job != null; job = slots.next()) {
            HeldJob<T> begun = job;
            try {
                threads.execute(() -> work(begun));
            } catch (RejectedExecutionException | OutOfMemoryError e) {
                LOG.error("no thread for a job, handed back tube={} id={}", tube, begun.id(), e);
                fetcher.pause();
                handBack(begun);
                ran(begun);
            }
        }
    }

    private void work(HeldJob<T> job) {
        try {
            if (job.isLeaseLost()) {
                handBack(job);
            } else {
                handle(job);
            }
        } catch (Throwable e) {
            // Without memory, even the handling of a failure may fail. Nothing else would release the job.
            settle(job, AFTER_A_FAULT);
            Safely.log("a job could not be handled, released id=" + job.id(), e);
        } finally {
            ran(job);
            begin();
        }
    }

    private void handle(HeldJob<T> job) {
        long began = System.nanoTime();
        Future<?> timeout = startTimeout(job);
        Outcome outcome = invoker.invoke(job);
        timeout.cancel(false);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        boolean isSent = settle(job, outcome);
        events.handled(tube, isSent ? outcome.verb() : slots.isStuck(job) ? "timeout" : "lost", took, job.lateness());
    }

    private Future<?> startTimeout(HeldJob<T> job) {
        Duration timeout = invoker.timeout(job);
        Future<?> timer = timeout == null
                ? null
                : threads.timer().in(TimeUnit.NANOSECONDS.convert(timeout), () -> timedOut(job, timeout));
        return timer == null ? CompletableFuture.completedFuture(null) : timer;
    }

    private void timedOut(HeldJob<T> job, Duration timeout) {
        if (!slots.stick(job)) {
            return;
        }
        events.timedOut(tube);
        events.stuck(tube, 1);
        letGo(job, afterTimeout(job, timeout));
        giveBackWhatCannotBegin();
    }

    private Outcome afterTimeout(HeldJob<T> job, Duration timeout) {
        try {
            return invoker.timedOut(job, timeout);
        } catch (RuntimeException | Error e) {
            Safely.log("a timeout could not be handled, released id=" + job.id(), e);
            return AFTER_A_FAULT;
        }
    }

    private void giveBackWhatCannotBegin() {
        if (slots.allStuck()) {
            LOG.error("no handler returns, takes no more jobs until one does tube={}", tube);
            slots.unbegun().forEach(this::handBack);
        }
    }

    /**
     * Sends the outcome if it is the job's first, and returns whether it did. After the lease has expired, the broker
     * accepts only a finish.
     */
    private boolean settle(HeldJob<T> job, Outcome outcome) {
        if (!job.decide()) {
            return false;
        }
        boolean isFinish = outcome instanceof Outcome.Finish;
        Loss loss = job.lease().end();
        if (loss == Loss.TAKEN || (loss == Loss.RAN_OUT && !isFinish)) {
            freed();
            return false;
        }
        acknowledge(job, outcome, isFinish ? FINISH_LATER_NANOS : 0);
        return true;
    }

    private void handBack(HeldJob<T> job) {
        settle(job, HAND_BACK);
    }

    private void acknowledge(HeldJob<T> job, Outcome outcome, long later) {
        HeldLease lease = job.lease();
        long now = System.nanoTime();
        long giveUpAt = now + Math.max(0, lease.until() - now) + later;
        acks.add(new PendingAck(job.acknowledgement(outcome), giveUpAt, lease.lasts(), (ending, sentAt) -> {
            // An earlier loss was reported when it happened.
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
    public void idle() {
        slots.changed();
    }

    private void freed() {
        events.held(tube, -1);
        slots.freed();
        fetcher.fetch();
    }

    private void ran(HeldJob<T> job) {
        if (slots.ran(job)) {
            events.stuck(tube, -1);
            fetcher.fetch();
        }
    }

    /** Takes no more jobs, and hands back those that were not begun. */
    void stop() {
        slots.stop();
        List<HeldJob<T>> notBegun = slots.unbegun();
        fetcher.close();
        notBegun.forEach(this::handBack);
        events.working(tube, -1);
    }

    /** Waits for the handlers that still have their jobs, up to a moment of {@link System#nanoTime}. */
    void awaitHandlers(long until) throws InterruptedException {
        slots.awaitHandlers(until);
    }

    /** Interrupts the handlers that still run, and hands their jobs back. */
    void abandon() {
        slots.running().forEach(this::abandon);
    }

    private void abandon(HeldJob<T> job) {
        if (!job.decide()) {
            return;
        }
        LOG.warn("its handler did not return in time, handed back tube={} id={}", tube, job.id());
        letGo(job, HAND_BACK);
    }

    /** Marks the lease as lost for the handler, and sends the outcome to the broker. */
    private void letGo(HeldJob<T> job, Outcome outcome) {
        boolean wasLost = job.isLeaseLost();
        job.lease().abandon();
        job.lease().end();
        if (wasLost) {
            freed();
        } else {
            acknowledge(job, outcome, 0);
        }
    }

    /** Waits for the acknowledgements, up to a moment of {@link System#nanoTime}. Returns how many got no response. */
    int awaitAcks(long until) throws InterruptedException {
        return slots.awaitNone(() -> !fetcher.isFetching(), until);
    }

    @Override
    public String toString() {
        return tube;
    }
}
