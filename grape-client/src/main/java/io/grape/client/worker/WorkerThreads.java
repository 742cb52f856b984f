package io.grape.client.worker;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads of a worker: one for delayed tasks, and those of the handlers. */
final class WorkerThreads implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerThreads.class);

    private final Timer timer = new Timer("grape-worker-timer");
    private final ExecutorService own = HandlerThreads.open();
    private final Executor handlers;
    private final ThreadLocal<Boolean> inside = ThreadLocal.withInitial(() -> false);

    /** @param handlers where they run; null: on own threads */
    WorkerThreads(@Nullable Executor handlers) {
        this.handlers = handlers == null ? own : handlers;
    }

    Timer timer() {
        return timer;
    }

    /** Runs a handler. */
    void execute(Runnable task) {
        execute(handlers, task);
    }

    private void execute(Executor threads, Runnable task) {
        threads.execute(() -> {
            inside.set(true);
            try {
                task.run();
            } finally {
                inside.remove();
            }
        });
    }

    /** Runs a user's callback on an own thread, and logs what it throws. */
    void callBack(Runnable callback) {
        try {
            execute(own, () -> Safely.run("a callback of a job", callback));
        } catch (RejectedExecutionException e) {
            LOG.debug("no callback of a job, the worker has ended", e);
        } catch (OutOfMemoryError e) {
            Safely.log("no callback of a job, there is no thread", e);
        }
    }

    /** Whether the current thread is a handler's. */
    boolean isOurs() {
        return inside.get();
    }

    /** Ends its own; a handler that still runs is left alone. */
    @Override
    public void close() {
        timer.close();
        own.shutdown();
    }
}
