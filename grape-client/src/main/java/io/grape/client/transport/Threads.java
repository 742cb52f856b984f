package io.grape.client.transport;

import io.grape.client.time.LongDelays;
import io.grape.client.time.TimerThread;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
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

    private final ScheduledThreadPoolExecutor timer;
    private final ThreadPoolExecutor workers;
    private final LongDelays longDelays;

    Threads() {
        timer = new ScheduledThreadPoolExecutor(1, task -> new TimerThread(task, "grape-client-timer"));
        timer.setRemoveOnCancelPolicy(true);
        // After the close, late tasks are dropped.
        timer.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        longDelays = new LongDelays(timer, this::work);
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
    LongDelays.Delayed after(long nanos, Runnable task) {
        if (nanos >= LongDelays.LEAST_NANOS) {
            return longDelays.add(nanos, task);
        }
        Future<?> exact = timer.schedule(() -> work(task), nanos, TimeUnit.NANOSECONDS);
        return () -> exact.cancel(false);
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
        longDelays.close();
        workers.setKeepAliveTime(0, TimeUnit.SECONDS);
    }
}
