package io.grape.redis;

import static io.grape.redis.TestStore.code;
import static io.grape.redis.TestStore.failure;
import static io.grape.redis.TestStore.get;
import static org.awaitility.Awaitility.await;

import io.grape.core.job.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Callers that go on calling while their Redis is away. */
final class BusyCallers implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final TestStore store;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<CompletableFuture<Void>> callers = new ArrayList<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    BusyCallers(TestStore store) {
        this.store = store;
    }

    void takeAndFinish(int count) {
        for (int i = 0; i < count; i++) {
            callers.add(CompletableFuture.runAsync(this::takeAndFinish, threads));
        }
    }

    private void takeAndFinish() {
        while (!over.get()) {
            var unused = failure(store.produceAsync(UUID.randomUUID().toString()));
            CompletionStage<List<Job>> taken = store.consumeAsync(2);
            if (failure(taken).isEmpty()) {
                get(taken).forEach(this::finishAtLast);
            }
        }
    }

    /** As often as it takes: one that failed may have been run. */
    private void finishAtLast(Job job) {
        await().atMost(SOON).until(() -> code(store.finishAsync(List.of(job))).isEmpty());
    }

    void produce(int count) {
        for (int i = 0; i < count; i++) {
            String prefix = "p" + i + "-";
            callers.add(CompletableFuture.runAsync(() -> produce(prefix), threads));
        }
    }

    private void produce(String prefix) {
        for (int i = 0; !over.get(); i++) {
            if (code(store.produceAsync(prefix + i)).isEmpty()) {
                answered.incrementAndGet();
            } else {
                refused.incrementAndGet();
                store.awaitUsable();
            }
        }
    }

    /** Produces that went well. */
    int answered() {
        return answered.get();
    }

    /** Produces that failed. */
    int refused() {
        return refused.get();
    }

    /** Waits until all have ended. */
    void end() {
        over.set(true);
        callers.forEach(TestStore::get);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
