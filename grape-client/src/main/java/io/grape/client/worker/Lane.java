package io.grape.client.worker;

import io.grape.client.Acknowledgement;
import io.grape.client.AsyncGrape;
import io.grape.client.ClientEvents;
import io.grape.client.Job;
import io.grape.client.worker.HeldLease.Loss;
import io.grape.client.worker.PendingAck.Ending;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work on one tube: takes jobs as far as there is room, gives them to the handler, says what became of them. Each place of
 * the room is taken by a job from its hand-out until its acknowledgement was answered.
 */
final class Lane<T> implements Intake.Taker<T> {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    /** A finish is taken after the end of its lease, too, as long as nobody else has the job. */
    private static final long FINISH_LATER_NANOS = Duration.ofSeconds(30).toNanos();

    private static final Outcome AFTER_A_FAULT = Outcome.release(Duration.ofSeconds(5));

    private final String tube;
    private final Settings settings;
    private final ClientEvents events;
    private final WorkerThreads threads;
    /** Renewals are not among them: they cannot wait for what may. */
    private final AckQueue acks;

    private final HeldLease.Keeping keeping;
    private final Handling<T> handling;
    private final Intake<T> intake;
    private final Deque<HeldJob<T>> waiting = new ArrayDeque<>();
    private final Set<HeldJob<T>> running = new HashSet<>();
    private int held;
    private boolean stopped;

    Lane(Work<T> work, Settings settings, WorkerThreads threads, AsyncGrape grape, ClientEvents events) {
        this.tube = work.tube().name();
        this.settings = settings;
        this.events = events;
        this.threads = threads;
        this.acks = new AckQueue(grape, tube, threads.timer());
        this.keeping = new HeldLease.Keeping(
                new AckQueue(grape, tube, threads.timer()),
                threads.timer(),
                threads::tell,
                settings.interruptOnLostLease(),
                () -> events.leaseLost(tube));
        this.handling = new Handling<>(work.decider(), settings.retry());
        this.intake = new Intake<>(grape, work.tube(), threads.timer(), this);
    }

    void start() {
        events.working(tube, 1);
        intake.look();
    }

    @Override
    public synchronized int room() {
        return stopped ? 0 : settings.room() - held;
    }

    @Override
    public void took(List<Job<T>> jobs, long askedAt) {
        if (jobs.isEmpty()) {
            return;
        }
        List<HeldJob<T>> taken =
                jobs.stream().map(job -> new HeldJob<>(job, askedAt, keeping)).toList();
        boolean tooLate;
        synchronized (this) {
            held += taken.size();
            tooLate = stopped;
            if (!tooLate) {
                waiting.addAll(taken);
            }
        }
        events.held(tube, taken.size());
        if (tooLate) {
            taken.forEach(this::handBack);
        } else {
            taken.forEach(job -> job.lease().keep());
            begin();
        }
    }

    /** Gives as many jobs to the handler as may run at a time. */
    private void begin() {
        for (HeldJob<T> job = next(); job != null; job = next()) {
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

    private synchronized @Nullable HeldJob<T> next() {
        if (stopped || running.size() >= settings.concurrency()) {
            return null;
        }
        HeldJob<T> job = waiting.poll();
        if (job != null) {
            running.add(job);
        }
        return job;
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

    /** What the handling of a failure could not stand, such as memory that is still out. Nobody else would let go of the job. */
    private void broken(HeldJob<T> job, Throwable failure) {
        if (job.decide()) {
            settle(job, AFTER_A_FAULT);
        }
        Guard.log("a job could not be handled, released id=" + job.id(), failure);
    }

    private void handle(HeldJob<T> job) {
        long began = System.nanoTime();
        Outcome outcome = handling.of(job);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        boolean isOurs = job.decide();
        boolean isSaid = isOurs && settle(job, outcome);
        events.handled(tube, isSaid ? outcome.verb() : "lost", took, job.lateness());
    }

    /** Whether it is worth saying: only a finish is taken of a lease that ran out. */
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
                events.leaseLost(tube);
            }
            freed();
        }));
    }

    @Override
    public synchronized void quiet() {
        notifyAll();
    }

    private void freed() {
        events.held(tube, -1);
        synchronized (this) {
            held--;
            notifyAll();
        }
        intake.look();
    }

    private synchronized void ran(HeldJob<T> job) {
        running.remove(job);
        notifyAll();
    }

    /** Takes no more jobs, and gives back those that were not begun. */
    void stop() {
        List<HeldJob<T>> notBegun;
        synchronized (this) {
            stopped = true;
            notBegun = List.copyOf(waiting);
            waiting.clear();
        }
        intake.close();
        notBegun.forEach(this::handBack);
        events.working(tube, -1);
    }

    /** Waits for the handlers, up to a moment of {@link System#nanoTime}. Returns how many still run. */
    synchronized int awaitHandlers(long until) throws InterruptedException {
        long left = until - System.nanoTime();
        while (!running.isEmpty() && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = until - System.nanoTime();
        }
        return running.size();
    }

    /** Interrupts the handlers that still run, and gives their jobs back. */
    void abandon() {
        List<HeldJob<T>> late;
        synchronized (this) {
            late = List.copyOf(running);
        }
        late.forEach(this::abandon);
    }

    private void abandon(HeldJob<T> job) {
        if (!job.decide()) {
            return;
        }
        LOG.warn("its handler did not return in time, handed back tube={} id={}", tube, job.id());
        boolean wasLost = job.isLeaseLost();
        job.lease().abandon();
        job.lease().end();
        if (wasLost) {
            freed();
        } else {
            acknowledge(job, job.handBack(), 0);
        }
    }

    /** Waits for the acknowledgements, up to a moment of {@link System#nanoTime}. Returns how many are without an answer. */
    synchronized int awaitAcks(long until) throws InterruptedException {
        long left = until - System.nanoTime();
        while ((held > 0 || intake.isAsking()) && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = until - System.nanoTime();
        }
        return held;
    }

    @Override
    public String toString() {
        return tube;
    }
}
