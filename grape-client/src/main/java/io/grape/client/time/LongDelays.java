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
 * Timers of one second or more, most of which are cancelled: time limits of calls, renewals of leases. One sweep every 100 ms runs the
 * expired ones, because a scheduled task for each would wake the timer's thread at nearly every call.
 */
public final class LongDelays {
    /** Shorter delays must use the timer directly. */
    public static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long SWEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ScheduledExecutorService timer;
    private final Consumer<Runnable> runs;
    private final Set<LongDelay> delays = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean sweeps = new AtomicBoolean();
    private volatile boolean isClosed;

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
        if (isClosed) {
            delays.clear();
        } else {
            sweepLater();
        }
        return delay;
    }

    /** Forgets all tasks, and takes no more. */
    public void close() {
        isClosed = true;
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
