package io.grape.client.worker;

import io.grape.client.AsyncGrape;
import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
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

    private final WorkerThreads threads = new WorkerThreads();
    private final Duration drain;
    private final List<? extends TubeWorker<?>> tubes;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();
    private @Nullable Thread hook;

    Worker(Grape grape, List<TubeSubscription<?>> subscriptions, WorkerSettings settings, Duration drain) {
        this.drain = drain;
        ClientEvents events = new QuietEvents(grape.events());
        this.tubes = subscriptions.stream()
                .map(subscription -> tubeWorker(subscription, settings, grape.async(), events))
                .toList();
    }

    private <T> TubeWorker<T> tubeWorker(
            TubeSubscription<T> subscription, WorkerSettings settings, AsyncGrape grape, ClientEvents events) {
        return new TubeWorker<>(subscription, subscription.options().over(settings), threads, grape, events);
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
     * Takes no more jobs. Hands back those that were not begun, without a delay and uncounted. Waits for running
     * handlers, up to {@link WorkerBuilder#drain}, and renews their leases meanwhile. Interrupts those that still run
     * and hands their jobs back. Waits up to 5 s until all acknowledgements got a response.
     *
     * <p>Several calls and threads wait for the same end. A call by a handler only begins the closing and returns,
     * because it would wait for itself. An interrupted call returns, the thread stays interrupted, and the closing goes
     * on.
     */
    @Override
    public void close() {
        if (closing.compareAndSet(false, true)) {
            new Thread(this::end, "grape-worker-close").start();
        }
        if (threads.isOurs()) {
            return;
        }
        try {
            awaitClosed();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Waits until the worker is closed. Use it as the last line of a {@code main}: worker threads do not keep the JVM
     * alive. Throws an IllegalStateException in a handler, which would wait for itself.
     */
    public void join() throws InterruptedException {
        if (threads.isOurs()) {
            throw new IllegalStateException("expected join outside of the worker's handlers, got it in one");
        }
        awaitClosed();
    }

    private void awaitClosed() throws InterruptedException {
        try {
            closed.get();
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
