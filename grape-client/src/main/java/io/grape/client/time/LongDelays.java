package io.grape.client.time;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Tasks that run after a second or more, unless they are cancelled before, as nearly all are: the time limits of calls, and the
 * renewals of leases. A sweep finds those that are due, up to 100 ms late. A task of the timer for each would wake its thread
 * at nearly every call.
 */
public final class LongDelays {
    /** What is shorter wants an exact timer. */
    public static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long SWEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ScheduledExecutorService timer;
    private final Consumer<Runnable> runs;
    private final Set<LongDelay> delays = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean sweeps = new AtomicBoolean();

    /** A task that runs later, unless it is cancelled. */
    @FunctionalInterface
    public interface Delayed {
        /** Nothing if it ran, or runs. */
        void cancel();
    }

    private final class LongDelay implements Delayed {
        private final long at;
        private final Runnable task;

        LongDelay(long at, Runnable task) {
            this.at = at;
            this.task = task;
        }

        @Override
        public void cancel() {
            delays.remove(this);
        }
    }

    /** @param runs runs what is due; called on the timer's thread */
    public LongDelays(ScheduledExecutorService timer, Consumer<Runnable> runs) {
        this.timer = timer;
        this.runs = runs;
    }

    /** Runs a task after so many nanoseconds. */
    public Delayed add(long nanos, Runnable task) {
        LongDelay delay = new LongDelay(System.nanoTime() + nanos, task);
        delays.add(delay);
        sweepLater();
        return delay;
    }

    /** Forgets all tasks. */
    public void clear() {
        delays.clear();
    }

    private void sweepLater() {
        if (sweeps.get() || !sweeps.compareAndSet(false, true)) {
            return;
        }
        try {
            var unused = timer.schedule(this::sweep, SWEEP_NANOS, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // It has ended, and so have its tasks.
            delays.clear();
        }
    }

    private void sweep() {
        sweeps.set(false);
        long now = System.nanoTime();
        List<LongDelay> due =
                delays.stream().filter(delay -> now - delay.at >= 0).toList();
        for (LongDelay delay : due) {
            if (delays.remove(delay)) {
                runs.accept(delay.task);
            }
        }
        if (!delays.isEmpty()) {
            sweepLater();
        }
    }
}
