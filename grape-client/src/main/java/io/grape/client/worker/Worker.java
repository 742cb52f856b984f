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
 * Works on the jobs of one or several tubes until it is closed: takes them, renews their leases while their handlers run, says
 * what became of them. {@code docs/worker.md} tells the rest.
 */
public final class Worker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final Duration ACKS_WITHIN = Duration.ofSeconds(5);

    private final WorkerThreads threads = new WorkerThreads();
    private final Duration drain;
    private final List<? extends TubeWorker<?>> lanes;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();
    private @Nullable Thread hook;

    Worker(Grape grape, List<TubeSubscription<?>> works, WorkerSettings settings, Duration drain) {
        this.drain = drain;
        ClientEvents events = new QuietEvents(grape.events());
        this.lanes = works.stream()
                .map(work -> lane(work, settings, grape.async(), events))
                .toList();
    }

    private <T> TubeWorker<T> lane(
            TubeSubscription<T> work, WorkerSettings settings, AsyncGrape grape, ClientEvents events) {
        return new TubeWorker<>(work, work.options().over(settings), threads, grape, events);
    }

    /** Describes a worker, which {@link WorkerBuilder#start} starts. It does not close the client. */
    public static WorkerBuilder of(Grape grape) {
        return new WorkerBuilder(grape);
    }

    void start(boolean closesOnShutdown) {
        if (closesOnShutdown) {
            hook = new Thread(this::close, "grape-worker-shutdown");
            Runtime.getRuntime().addShutdownHook(hook);
        }
        lanes.forEach(TubeWorker::start);
        LOG.info("worker started lanes={}", lanes);
    }

    /**
     * Takes no more jobs; gives back those that were not begun, undelayed and uncounted; waits for running handlers, renewing
     * their leases, as long as {@link WorkerBuilder#drain} says; interrupts those that still run and gives their jobs back; waits
     * up to 5 s until all that was to be said was said. Called again, or by several threads, each waits for the same end. Called
     * by a handler it only begins all that and returns, as it would wait for itself. Interrupted, it returns, the thread stays
     * interrupted, and the closing goes on.
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
            closed.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the worker did not close as it should", e.getCause());
        }
    }

    /**
     * Waits until the worker is closed: the last line of a {@code main}, as no thread of a worker keeps the JVM alive. Throws an
     * IllegalStateException in a handler, which would wait for itself.
     */
    public void join() throws InterruptedException {
        if (threads.isOurs()) {
            throw new IllegalStateException("expected join outside of the worker's handlers, got it in one");
        }
        try {
            closed.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the worker did not close as it should", e.getCause());
        }
    }

    private void end() {
        try {
            drain();
            LOG.info("worker closed lanes={}", lanes);
            closed.complete(null);
        } catch (InterruptedException | RuntimeException | Error e) {
            closed.completeExceptionally(e);
        } finally {
            threads.close();
            forgetHook();
        }
    }

    private void drain() throws InterruptedException {
        lanes.forEach(TubeWorker::stop);
        long handlersUntil = System.nanoTime() + drain.toNanos();
        for (TubeWorker<?> lane : lanes) {
            lane.awaitHandlers(handlersUntil);
        }
        lanes.forEach(TubeWorker::abandon);
        long acksUntil = System.nanoTime() + ACKS_WITHIN.toNanos();
        for (TubeWorker<?> lane : lanes) {
            int open = lane.awaitAcks(acksUntil);
            if (open > 0) {
                LOG.warn("closed without an answer to acknowledgements, jobs may come again {} open={}", lane, open);
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
