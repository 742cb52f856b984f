package io.grape.client.worker;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The one thread of a worker for delayed tasks. No task on it may block. */
final class Timer implements AutoCloseable {
    private final ScheduledThreadPoolExecutor thread;

    Timer(String name) {
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, name);
            made.setDaemon(true);
            return made;
        });
        thread.setRemoveOnCancelPolicy(true);
        // Started now, because later there may be no memory for a thread.
        thread.prestartCoreThread();
    }

    /** Runs a task later. Null if the worker has ended: then nothing runs. */
    @Nullable
    ScheduledFuture<?> in(long nanos, Runnable task) {
        try {
            return thread.schedule(() -> Safely.run("a task of a worker", task), nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return null;
        }
    }

    /** The same, for tasks that are never cancelled. */
    void later(long nanos, Runnable task) {
        var unused = in(nanos, task);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
