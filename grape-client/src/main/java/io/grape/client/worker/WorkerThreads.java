package io.grape.client.worker;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads of a worker: one for delayed tasks, and those of the handlers. */
final class WorkerThreads implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerThreads.class);

    private final Timer timer = new Timer("grape-worker-timer");
    private final ExecutorService handlers = HandlerThreads.open();
    private final ThreadLocal<Boolean> inside = ThreadLocal.withInitial(() -> false);

    Timer timer() {
        return timer;
    }

    /** Runs a handler. */
    void execute(Runnable task) {
        handlers.execute(() -> {
            inside.set(true);
            try {
                task.run();
            } finally {
                inside.remove();
            }
        });
    }

    /** Runs a user's callback, and logs what it throws. */
    void callBack(Runnable callback) {
        try {
            execute(() -> Safely.run("a callback for a lost lease", callback));
        } catch (RejectedExecutionException e) {
            LOG.debug("no callback for a lost lease, the worker has ended", e);
        } catch (OutOfMemoryError e) {
            Safely.log("no callback for a lost lease, there is no thread", e);
        }
    }

    /** Whether the current thread is a handler's. */
    boolean isOurs() {
        return inside.get();
    }

    /** Ends them; a handler that still runs is left alone. */
    @Override
    public void close() {
        timer.close();
        handlers.shutdown();
    }
}
