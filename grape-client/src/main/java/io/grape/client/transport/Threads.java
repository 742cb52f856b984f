package io.grape.client.transport;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of a client: one timer, and a pool for work that may block, such as users' callbacks. All are daemons.
 * Pool threads end after a minute without work, and at once after the close.
 */
final class Threads {
    private static final Logger LOG = LoggerFactory.getLogger(Threads.class);
    private static final long AGAIN = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long IDLE_SECONDS = 60;

    /** A longer delay may end later by up to {@link #SWEEP_NANOS}. */
    private static final long EXACT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long SWEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ScheduledThreadPoolExecutor timer;
    private final ThreadPoolExecutor workers;
    private final Set<LongDelay> longDelays = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean sweeps = new AtomicBoolean();

    /** A task that runs later, unless it is cancelled. */
    interface Delayed {
        void cancel();
    }

    /** One that a sweep finds when it is due. Nearly all are cancelled before, such as the time limits of calls. */
    private final class LongDelay implements Delayed {
        private final long at;
        private final Runnable task;

        LongDelay(long at, Runnable task) {
            this.at = at;
            this.task = task;
        }

        @Override
        public void cancel() {
            longDelays.remove(this);
        }
    }

    Threads() {
        timer = new ScheduledThreadPoolExecutor(1, daemons("grape-client-timer"));
        timer.setRemoveOnCancelPolicy(true);
        // After the close, late tasks are dropped.
        timer.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        workers = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                daemons("grape-client"));
    }

    private static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    Executor workers() {
        return workers;
    }

    /** Runs a task on the pool after so many nanoseconds; a second or more may get up to 100 ms longer. */
    Delayed after(long nanos, Runnable task) {
        if (nanos < EXACT_NANOS) {
            Future<?> exact = timer.schedule(() -> work(task), nanos, TimeUnit.NANOSECONDS);
            return () -> exact.cancel(false);
        }
        // A task of the timer for each would wake its thread at most calls.
        LongDelay delay = new LongDelay(System.nanoTime() + nanos, task);
        longDelays.add(delay);
        sweepLater();
        return delay;
    }

    private void sweepLater() {
        if (!sweeps.get() && sweeps.compareAndSet(false, true)) {
            var unused = timer.schedule(this::sweep, SWEEP_NANOS, TimeUnit.NANOSECONDS);
        }
    }

    private void sweep() {
        sweeps.set(false);
        long now = System.nanoTime();
        for (LongDelay delay : longDelays) {
            if (now - delay.at >= 0 && longDelays.remove(delay)) {
                work(delay.task);
            }
        }
        if (!longDelays.isEmpty()) {
            sweepLater();
        }
    }

    /** If no thread is available, tries again a little later, so no deadline or probe is lost. */
    private void work(Runnable task) {
        try {
            workers.execute(task);
        } catch (OutOfMemoryError e) {
            LOG.warn("no thread for the work of a client, trying again", e);
            var unused = after(AGAIN, task);
        }
    }

    /**
     * Drops the delayed tasks. The pool still runs what comes: the callbacks of futures that the close ended, and those of a
     * buffer that is closed later. But its threads do not outlive their work.
     */
    void close() {
        timer.shutdownNow();
        longDelays.clear();
        workers.setKeepAliveTime(0, TimeUnit.SECONDS);
    }
}
