package io.grape.client.worker;

import io.grape.client.time.LongDelays;
import io.grape.client.time.LongDelays.Delayed;
import io.grape.client.time.TimerThread;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The one thread of a worker for delayed tasks. No task on it may block. */
final class Timer implements AutoCloseable {
    private final ScheduledThreadPoolExecutor thread;
    private final LongDelays longDelays;

    Timer(String name) {
        thread = new ScheduledThreadPoolExecutor(1, task -> new TimerThread(task, name));
        thread.setRemoveOnCancelPolicy(true);
        longDelays = new LongDelays(thread, Timer::run);
        // Started now, because later there may be no memory for a thread.
        thread.prestartCoreThread();
    }

    /**
     * Runs a task later; after a second or more, it may be up to 100 ms longer. Null if the worker has ended: then nothing runs.
     */
    @Nullable
    Delayed in(long nanos, Runnable task) {
        if (nanos >= LongDelays.LEAST_NANOS) {
            return thread.isShutdown() ? null : longDelays.add(nanos, task);
        }
        try {
            Future<?> exact = thread.schedule(() -> run(task), nanos, TimeUnit.NANOSECONDS);
            return () -> exact.cancel(false);
        } catch (RejectedExecutionException e) {
            return null;
        }
    }

    private static void run(Runnable task) {
        Safely.run("a task of a worker", task);
    }

    /** The same, for tasks that are never cancelled. */
    void later(long nanos, Runnable task) {
        var unused = in(nanos, task);
    }

    @Override
    public void close() {
        thread.shutdownNow();
        longDelays.close();
    }
}
