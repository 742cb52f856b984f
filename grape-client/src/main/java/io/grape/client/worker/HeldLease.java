package io.grape.client.worker;

import io.grape.client.Acknowledged;
import io.grape.client.Acknowledgement;
import io.grape.client.Cancellation;
import io.grape.client.time.LongDelays.Delayed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The lease of a job that a worker holds. It is renewed at each third of its time until it is ended.
 *
 * <p>The deadline uses this machine's monotonic clock. It counts from a moment that is no later than the lease's start
 * at the broker. After a renewal, that is when the call was sent. A consume may wait longer than a lease lasts. So its
 * start counts only if the response came within a third of a lease; otherwise the moment counts at which the response
 * arrived. If the process stood still, that may be long before it was read: see {@link StandstillWatch}. A delay in the
 * network is noticed at the first renewal. The fencing token covers it.
 */
final class HeldLease {
    /** How a lease was lost. */
    enum Loss {
        /** It expired by this machine's clock. If no other worker has the job yet, it can still be finished. */
        RAN_OUT,
        /** The broker said so. */
        TAKEN,
        /** This worker gave up its job. */
        GIVEN_UP
    }

    /** Listens to leases that are lost while their job is held. */
    interface LossListener {
        void lost(Acknowledgement.Touch lease, Loss how);
    }

    /** The context of all leases of a tube. */
    record RenewalContext(
            AckQueue renewals,
            Timer timer,
            StandstillWatch watch,
            Executor threads,
            boolean interrupts,
            LossListener listener) {}

    private final Acknowledgement.Touch touch;
    private final long lasts;
    private final RenewalContext context;
    private final List<Runnable> callbacks = new ArrayList<>();
    private final List<Runnable> onCancel = new ArrayList<>();
    private long until;
    private boolean ended;
    private boolean interrupted;
    private @Nullable Loss loss;
    private @Nullable Cancellation cancelled;
    private Acknowledgement.@Nullable Touch unsaid;
    private @Nullable PendingAck renewal;
    private @Nullable Delayed next;
    private @Nullable Thread runner;

    /**
     * @param askedAt when the consume was sent, by {@link System#nanoTime}
     * @param nanos how long it lasts
     */
    HeldLease(Acknowledgement.Touch touch, long askedAt, long nanos, RenewalContext context) {
        this.touch = touch;
        this.lasts = nanos;
        this.context = context;
        long now = System.nanoTime();
        this.until = nanos
                + (now - askedAt <= nanos / PendingAck.RENEWALS_PER_LEASE
                        ? askedAt
                        : context.watch.earliestArrival(askedAt, now));
    }

    Acknowledgement.Touch touch() {
        return touch;
    }

    long lasts() {
        return lasts;
    }

    /** When it expires, by {@link System#nanoTime}. */
    synchronized long until() {
        return until;
    }

    /** Schedules the next renewal. */
    synchronized void scheduleRenewal() {
        if (!ended) {
            long left = Math.max(0, until - System.nanoTime());
            next = context.timer.in(Math.min(lasts / PendingAck.RENEWALS_PER_LEASE, left) + 1, this::renewIfHeld);
        }
    }

    private void renewIfHeld() {
        if (isLost() || hasEnded()) {
            return;
        }
        send();
        scheduleRenewal();
    }

    private void send() {
        PendingAck sent = renew();
        if (sent != null) {
            context.renewals.add(sent);
        }
    }

    /** Says how far the work is, with a renewal: at once, or when the one in flight is back. Then only the last word counts. */
    void report(@Nullable Integer percent, String note) {
        synchronized (this) {
            unsaid = new Acknowledgement.Touch(touch.id(), touch.lease(), percent, note);
        }
        send();
    }

    private synchronized boolean isUnsaid() {
        return unsaid != null;
    }

    /** Whether its job's outcome was decided, so that nobody renews it. */
    synchronized boolean hasEnded() {
        return ended;
    }

    private synchronized @Nullable PendingAck renew() {
        if (ended || renewal != null) {
            return null;
        }
        renewal = new PendingAck(unsaid == null ? touch : unsaid, until, lasts, this::renewed);
        unsaid = null;
        return renewal;
    }

    private void renewed(AckResult ending, long sentAt) {
        List<Runnable> toRun = List.of();
        synchronized (this) {
            Acknowledged said = renewal == null ? null : renewal.response();
            renewal = null;
            if (said != null && said.cancelled() != null && cancelled == null && !ended) {
                cancelled = said.cancelled();
                toRun = List.copyOf(onCancel);
                onCancel.clear();
            }
            if (ending == AckResult.DONE && sentAt + lasts - until > 0) {
                until = sentAt + lasts;
            }
        }
        toRun.forEach(context.threads::execute);
        if (isUnsaid()) {
            send();
        }
        if (ending == AckResult.LOST) {
            lose(Loss.TAKEN, context.interrupts);
        }
    }

    /** The wish that the handler stops, as the last renewal said; null if there is none. */
    synchronized @Nullable Cancellation cancelled() {
        return cancelled;
    }

    void onCancel(Runnable task) {
        synchronized (this) {
            if (cancelled == null) {
                onCancel.add(task);
                return;
            }
        }
        task.run();
    }

    boolean isLost() {
        synchronized (this) {
            if (ended || loss != null || System.nanoTime() - until < 0) {
                return loss != null;
            }
        }
        lose(Loss.RAN_OUT, context.interrupts);
        return true;
    }

    /** Interrupts the handler, even if the user did not enable interrupts: another worker gets its job. */
    void abandon() {
        lose(Loss.GIVEN_UP, true);
    }

    private void lose(Loss how, boolean interrupts) {
        List<Runnable> toRun;
        synchronized (this) {
            if (ended) {
                return;
            }
            interrupted |= interrupts;
            interrupt();
            boolean isFirst = loss == null;
            if (isFirst || how != Loss.RAN_OUT) {
                loss = how;
            }
            toRun = List.copyOf(callbacks);
            callbacks.clear();
            if (!isFirst) {
                return;
            }
        }
        if (how != Loss.GIVEN_UP) {
            context.listener.lost(touch, how);
        }
        toRun.forEach(context.threads::execute);
    }

    private void interrupt() {
        if (interrupted && runner != null) {
            runner.interrupt();
        }
    }

    void onLoss(Runnable task) {
        synchronized (this) {
            if (loss == null) {
                callbacks.add(task);
                return;
            }
        }
        task.run();
    }

    /** The handler runs on this thread from now on. Interrupts it at once if the lease is already lost. */
    synchronized void runsHere() {
        runner = Thread.currentThread();
        interrupt();
    }

    /** The current stack of its handler; empty if none runs. */
    StackTraceElement[] whereItRuns() {
        Thread thread;
        synchronized (this) {
            thread = runner;
        }
        return thread == null ? new StackTraceElement[0] : thread.getStackTrace();
    }

    /** The handler returned. Its interrupt does not affect what this thread does next. */
    void ranHere() {
        synchronized (this) {
            runner = null;
        }
        Thread.interrupted();
    }

    /** Stops the renewals. Returns how the lease was lost; null if it was not, as far as is known. */
    @Nullable
    Loss end() {
        PendingAck unsent;
        synchronized (this) {
            ended = true;
            unsent = renewal;
            if (next != null) {
                next.cancel();
            }
        }
        if (unsent != null) {
            context.renewals.remove(unsent);
        }
        return loss();
    }

    private synchronized @Nullable Loss loss() {
        return loss;
    }
}
