package io.grape.client.worker;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads of a worker: one for delayed tasks, and those of the handlers. */
final class WorkerThreads implements AutoCloseable {
    /** The worker whose handler or callback runs on a thread. */
    private static final ThreadLocal<WorkerThreads> CURRENT = new ThreadLocal<>();

    private static final Logger LOG = LoggerFactory.getLogger(WorkerThreads.class);
    private static final long NO_THREAD_PAUSE_NANOS = Duration.ofMillis(100).toNanos();

    private final Timer timer = new Timer("grape-worker-timer");
    private final ExecutorService own = HandlerThreads.open();
    private final Executor handlers;
    private final StandstillWatch watch = new StandstillWatch(System.nanoTime());
    private volatile Presence presence = Presence.off();
    private final CompletableFuture<@Nullable Void> closing = new CompletableFuture<>();

    /** @param handlers where they run; null: on own threads */
    WorkerThreads(@Nullable Executor handlers) {
        this.handlers = handlers == null ? own : handlers;
        watch.start(timer);
    }

    /** The threads of the worker whose handler or callback the current thread runs; null if it runs none. */
    static @Nullable WorkerThreads current() {
        return CURRENT.get();
    }

    /** Completes when the worker begins to close. */
    CompletableFuture<@Nullable Void> closing() {
        return closing;
    }

    /** How the worker shows that it lives, until these threads end. */
    void show(Presence shown) {
        presence = shown;
    }

    Presence presence() {
        return presence;
    }

    StandstillWatch watch() {
        return watch;
    }

    Timer timer() {
        return timer;
    }

    /** Whether handlers run on own threads. */
    boolean areOwn() {
        return handlers == own;
    }

    /** Runs what is not a handler, but may run some, on an own thread. */
    void executeOwn(Runnable task) {
        execute(own, task);
    }

    /** Runs a handler. */
    void execute(Runnable task) {
        execute(handlers, task);
    }

    private void execute(Executor threads, Runnable task) {
        threads.execute(() -> {
            WorkerThreads before = CURRENT.get();
            CURRENT.set(this);
            try {
                task.run();
            } finally {
                if (before == null) {
                    CURRENT.remove();
                } else {
                    CURRENT.set(before);
                }
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

    /** Runs what must not get lost on an own thread. If there is none, tries again a little later. */
    void insist(Runnable task) {
        try {
            execute(own, () -> Safely.run("the work of a tube", task));
        } catch (RejectedExecutionException e) {
            LOG.debug("the worker has ended", e);
        } catch (OutOfMemoryError e) {
            timer.later(NO_THREAD_PAUSE_NANOS, () -> insist(task));
        }
    }

    /** Whether the current thread is a handler's. */
    boolean isOurs() {
        return CURRENT.get() == this;
    }

    /** Ends its own; a handler that still runs is left alone. */
    @Override
    public void close() {
        presence.close();
        timer.close();
        own.shutdown();
    }
}
