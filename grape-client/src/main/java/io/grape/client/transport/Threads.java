package io.grape.client.transport;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the work of a client is done: one thread that only looks at the clock, and as many as are needed for what users do with
 * answers, which may wait. All are daemons; the second kind ends after a minute without work.
 */
final class Threads {
    private static final Logger LOG = LoggerFactory.getLogger(Threads.class);
    private static final long AGAIN = TimeUnit.MILLISECONDS.toNanos(100);

    private final ScheduledThreadPoolExecutor timer;
    private final Executor workers;

    Threads() {
        timer = new ScheduledThreadPoolExecutor(1, daemons("grape-client-timer"));
        timer.setRemoveOnCancelPolicy(true);
        // Once closed, what comes late is not done.
        timer.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        workers = Executors.newCachedThreadPool(daemons("grape-client"));
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

    /** Does it on a worker once so many nanoseconds have passed. */
    Future<?> after(long nanos, Runnable task) {
        return timer.schedule(() -> work(task), nanos, TimeUnit.NANOSECONDS);
    }

    /** Where there is no thread to be had, a little later: a deadline or a probe that is not kept ends nothing. */
    private void work(Runnable task) {
        try {
            workers.execute(task);
        } catch (OutOfMemoryError e) {
            LOG.warn("no thread for the work of a client, trying again", e);
            var unused = after(AGAIN, task);
        }
    }

    /** What was to be done later is not. */
    void close() {
        timer.shutdownNow();
    }
}
