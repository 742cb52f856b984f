package io.grape.bench.queue;

import io.grape.bench.load.Latencies;
import io.grape.bench.load.LoadFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Many jobs that are due at random times of the next day, none in the next hour; and the cancelling of some. */
final class Backlog {
    private static final long HOUR_SECONDS = 3_600;
    private static final int MAX_IDS = 1_000;
    private static final long SEED = 31;

    private final QueueClient client;
    private final String note;
    private final AtomicInteger numbers = new AtomicInteger();
    private final ConcurrentLinkedQueue<String> ids = new ConcurrentLinkedQueue<>();

    Backlog(QueueClient client, String note) {
        this.client = client;
        this.note = note;
    }

    /** Produces jobs one by one from 16 threads. */
    Map<String, Double> fill(int jobs) throws InterruptedException {
        int end = numbers.get() + jobs;
        int step = Math.max(1, jobs / MAX_IDS);
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        long begin = System.nanoTime();
        for (int i = 0; i < QueueLoad.PRODUCERS; i++) {
            SplittableRandom random = new SplittableRandom(SEED + i);
            threads.add(new Thread(
                    () -> {
                        try {
                            produce(end, step, random, failure);
                        } catch (Exception e) {
                            failure.compareAndSet(null, e);
                        }
                    },
                    "filler-" + i));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        numbers.set(end);
        Exception failed = failure.get();
        if (failed != null) {
            throw new LoadFailure("a produce failed: " + failed, failed);
        }
        return Map.of("filled/s", jobs * 1e9 / (System.nanoTime() - begin));
    }

    private void produce(int end, int step, SplittableRandom random, AtomicReference<@Nullable Exception> failure)
            throws Exception {
        for (int number = numbers.getAndIncrement(); number < end; number = numbers.getAndIncrement()) {
            Duration delay = Duration.ofSeconds(random.nextLong(HOUR_SECONDS, 24 * HOUR_SECONDS));
            String id = client.produce(new Order(Order.FIRST + number, note), delay);
            if (number % step == 0) {
                ids.add(id);
            }
            if (failure.get() != null) {
                return;
            }
        }
    }

    /** Cancels some of the jobs, spread over the backlog, one after the other. */
    Map<String, Double> cancel(int jobs) throws Exception {
        Latencies took = new Latencies();
        for (int i = 0; i < jobs && !ids.isEmpty(); i++) {
            String id = ids.remove();
            long begin = System.nanoTime();
            boolean cancelled;
            try {
                cancelled = client.cancel(id);
            } catch (UnsupportedOperationException e) {
                return Map.of();
            }
            took.add(System.nanoTime() - begin);
            if (!cancelled) {
                throw new LoadFailure("a job that waits was not found: " + id);
            }
        }
        return Map.of("cancel p50 ms", took.percentile(0.50) / 1e6, "cancel p99 ms", took.percentile(0.99) / 1e6);
    }
}
