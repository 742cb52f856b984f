package io.grape.client.worker;

import io.grape.client.Grape;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works on the jobs of one or several tubes until it is closed: fetches them, renews their leases while their handlers
 * run, and acknowledges them. See {@code docs/worker.md}.
 */
public final class Worker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final Duration ACKS_WITHIN = Duration.ofSeconds(5);

    private final WorkerThreads threads;
    private final Duration drain;
    private final List<? extends TubeWorker<?>> tubes;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();
    private final Object pauses = new Object();
    private volatile boolean paused;
    private @Nullable Thread hook;

    Worker(WorkerThreads threads, List<? extends TubeWorker<?>> tubes, Duration drain) {
        this.threads = threads;
        this.tubes = tubes;
        this.drain = drain;
    }

    /** Builds a worker, which {@link WorkerBuilder#start} starts. It does not close the client. */
    public static WorkerBuilder of(Grape grape) {
        return new WorkerBuilder(grape);
    }

    void start(boolean closesOnShutdown) {
        if (closesOnShutdown) {
            hook = new Thread(this::close, "grape-worker-shutdown");
            Runtime.getRuntime().addShutdownHook(hook);
        }
        tubes.forEach(TubeWorker::start);
        LOG.info("worker started tubes={}", tubes);
    }

    /**
     * Takes no more jobs until {@link #resume}. Hands back those that were not begun, without a delay and uncounted.
     * Running handlers go on: {@link WorkerStatus#held} is 0 when the last has been acknowledged. This concerns only
     * this worker; {@code grape.tubes().pause} concerns all. Does not wait. Nothing if it is paused or closed.
     */
    public void pause() {
        synchronized (pauses) {
            if (!paused && !closing.get()) {
                paused = true;
                tubes.forEach(TubeWorker::pause);
                LOG.info("worker paused tubes={}", tubes);
            }
        }
    }

    /** Takes jobs again after a {@link #pause}. Nothing if it is not paused, or closed. */
    public void resume() {
        synchronized (pauses) {
            if (paused && !closing.get()) {
                paused = false;
                tubes.forEach(TubeWorker::start);
                LOG.info("worker resumed tubes={}", tubes);
            }
        }
    }

    /** What it does at the moment. It asks no broker, so a health check may call it often. */
    public WorkerStatus status() {
        return new WorkerStatus(
                state(), tubes.stream().collect(Collectors.toUnmodifiableMap(TubeWorker::toString, TubeWorker::work)));
    }

    private WorkerState state() {
        if (closed.isDone()) {
            return WorkerState.CLOSED;
        }
        if (closing.get()) {
            return WorkerState.CLOSING;
        }
        return paused ? WorkerState.PAUSED : WorkerState.RUNNING;
    }

    /**
     * Takes no more jobs. Hands back those that were not begun, without a delay and uncounted. Waits for running
     * handlers, up to {@link WorkerBuilder#drain}, and renews their leases meanwhile. Interrupts those that still run
     * and hands their jobs back. Waits up to 5 s until all acknowledgements got a response.
     *
     * <p>Several calls and threads wait for the same end. A call by a handler only begins the closing and returns,
     * because it would wait for itself. If a handler of another worker calls this, and that worker begins to close, the
     * call returns then, because both might wait for each other. A handler that ends the JVM ({@code System.exit}) is not
     * waited for: its execution has failed. An interrupted call returns, the thread stays interrupted, and the closing
     * goes on.
     */
    @Override
    public void close() {
        if (closing.compareAndSet(false, true)) {
            threads.closing().complete(null);
            new Thread(this::end, "grape-worker-close").start();
        }
        if (threads.isOurs()) {
            return;
        }
        WorkerThreads other = WorkerThreads.current();
        try {
            await(other == null ? closed : CompletableFuture.anyOf(closed, other.closing()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Whether the current thread runs a handler or a callback of this worker. There {@link #close} only begins the closing.
     * Whatever closes the worker for a handler on another thread must not let the handler wait for that.
     */
    public boolean isHandlerThread() {
        return threads.isOurs();
    }

    /**
     * Waits until the worker is closed. Use it as the last line of a {@code main}: worker threads do not keep the JVM
     * alive. Throws an IllegalStateException in a handler, which would wait for itself.
     */
    public void join() throws InterruptedException {
        if (threads.isOurs()) {
            throw new IllegalStateException("expected join outside of the worker's handlers, got it in one");
        }
        await(closed);
    }

    private static void await(CompletableFuture<?> end) throws InterruptedException {
        try {
            end.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the worker did not close as it should", e.getCause());
        }
    }

    private void end() {
        try {
            drain();
            LOG.info("worker closed tubes={}", tubes);
            closed.complete(null);
        } catch (InterruptedException | RuntimeException | Error e) {
            closed.completeExceptionally(e);
        } finally {
            threads.close();
            forgetHook();
        }
    }

    private void drain() throws InterruptedException {
        tubes.forEach(TubeWorker::stop);
        long handlersUntil = System.nanoTime() + drain.toNanos();
        for (TubeWorker<?> tube : tubes) {
            tube.awaitHandlers(handlersUntil);
        }
        tubes.forEach(TubeWorker::abandon);
        long acksUntil = System.nanoTime() + ACKS_WITHIN.toNanos();
        for (TubeWorker<?> tube : tubes) {
            int open = tube.awaitAcks(acksUntil);
            if (open > 0) {
                LOG.warn(
                        "closed before acknowledgements got a response, jobs may be redelivered {} open={}",
                        tube,
                        open);
            }
        }
    }

    private void forgetHook() {
        try {
            if (hook != null) {
                Runtime.getRuntime().removeShutdownHook(hook);
            }
        } catch (IllegalStateException e) {
            LOG.debug("the JVM is going down already", e);
        }
    }
}
