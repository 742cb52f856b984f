package io.grape.bench.queue;

import io.grape.bench.load.Latencies;
import io.grape.bench.load.LoadFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * 16 producer threads, and 16 handlers that do nothing. With single calls and batches the producers send as fast as they
 * can, but at most 5,000 jobs wait or run at a time, so that a queue which stores faster than it delivers does not fill up. At a fixed
 * rate each job has a random delay of 1 to 3 s. A run ends when every job that was produced has run.
 */
final class QueueLoad {
    static final int PRODUCERS = 16;
    static final int WORKERS = 16;

    private static final int MAX_OUTSTANDING = 5_000;
    private static final int MIN_DELAY_MILLIS = 1_000;
    private static final int MAX_DELAY_MILLIS = 3_000;
    private static final Duration DRAIN = Duration.ofSeconds(60);
    private static final long SEED = 8_812;

    private final QueueClient client;
    private final LoadShape shape;
    private final String note;
    private final JobTracker jobs = new JobTracker();
    private final Semaphore window = new Semaphore(MAX_OUTSTANDING);
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private boolean working;
    private volatile Latencies produces = Latencies.concurrent();

    QueueLoad(QueueClient client, LoadShape shape, String note) {
        this.client = client;
        this.shape = shape;
        this.note = note;
    }

    /** One run; the first starts the workers. Fails if a produce failed, or if a job was lost or ran twice. */
    Map<String, Double> run(Duration duration) throws Exception {
        if (!working) {
            working = true;
            work();
        }
        return measure(duration);
    }

    private void work() throws Exception {
        client.work(WORKERS, order -> {
            if (jobs.ran(order.order() - Order.FIRST, System.nanoTime())) {
                window.release();
            }
        });
    }

    private Map<String, Double> measure(Duration duration) throws InterruptedException {
        jobs.reset();
        produces = Latencies.concurrent();
        accepted.reset();
        refused.reset();
        long begin = System.nanoTime();
        List<Thread> producers = new ArrayList<>();
        for (int i = 0; i < PRODUCERS; i++) {
            int producer = i;
            producers.add(new Thread(() -> produceUntil(producer, begin, begin + duration.toNanos()), "producer-" + i));
        }
        producers.forEach(Thread::start);
        for (Thread producer : producers) {
            producer.join();
        }
        double producing = (System.nanoTime() - begin) / 1e9;
        Exception failed = failure.get();
        if (failed != null) {
            throw new LoadFailure("a produce failed: " + failed, failed);
        }
        long produced = accepted.sum();
        awaitAll(produced);
        // Jobs with a delay run after the producers have ended.
        double seconds = shape.kind() == LoadShape.Kind.RATE ? producing : (System.nanoTime() - begin) / 1e9;
        if (jobs.handled() > produced) {
            throw new LoadFailure((jobs.handled() - produced) + " jobs ran although the queue had refused them");
        }
        if (jobs.repeated() > 0) {
            throw new LoadFailure(jobs.repeated() + " of " + produced + " jobs ran twice");
        }
        return figures(produced, seconds);
    }

    private void awaitAll(long produced) throws InterruptedException {
        long deadline = System.nanoTime() + DRAIN.toNanos();
        while (jobs.handled() < produced) {
            if (System.nanoTime() - deadline > 0) {
                throw new LoadFailure((produced - jobs.handled()) + " of " + produced + " jobs did not run within "
                        + DRAIN.toSeconds() + " s");
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    private Map<String, Double> figures(long produced, double seconds) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("jobs", (double) produced);
        figures.put("jobs/s", produced / seconds);
        if (refused.sum() > 0) {
            figures.put("refused %", 100.0 * refused.sum() / (refused.sum() + produced));
        }
        figures.put("produce p50 ms", produces.percentile(0.50) / 1e6);
        figures.put("produce p99 ms", produces.percentile(0.99) / 1e6);
        if (shape.kind() == LoadShape.Kind.RATE) {
            figures.put("late p50 ms", jobs.lateness().percentile(0.50) / 1e6);
            figures.put("late p99 ms", jobs.lateness().percentile(0.99) / 1e6);
            figures.put("late max ms", jobs.lateness().percentile(1) / 1e6);
            figures.put("early max ms", jobs.earliness().percentile(1) / 1e6);
        }
        return figures;
    }

    private void produceUntil(int producer, long begin, long end) {
        try {
            switch (shape.kind()) {
                case SINGLE -> singles(end);
                case BATCHES -> batches(end);
                case RATE -> atRate(producer, begin, end);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            failure.compareAndSet(null, e);
        }
    }

    private void singles(long end) throws Exception {
        while (isGoingOn(end)) {
            window.acquire();
            produce(Duration.ZERO);
        }
    }

    private void batches(long end) throws Exception {
        while (isGoingOn(end)) {
            window.acquire(shape.size());
            long now = System.nanoTime();
            List<Order> batch = new ArrayList<>(shape.size());
            for (int i = 0; i < shape.size(); i++) {
                batch.add(new Order(Order.FIRST + jobs.expect(now), note));
            }
            send(batch.size(), () -> client.produceAll(batch));
        }
    }

    /** A produce that could not go at its time goes as soon as it can, and the schedule stays as it was. */
    private void atRate(int producer, long begin, long end) throws Exception {
        long interval = TimeUnit.SECONDS.toNanos(1) * PRODUCERS / shape.size();
        SplittableRandom random = new SplittableRandom(SEED + producer);
        for (long next = begin + interval * producer / PRODUCERS; next - end < 0; next += interval) {
            for (long wait = next - System.nanoTime(); wait > 0; wait = next - System.nanoTime()) {
                LockSupport.parkNanos(wait);
            }
            if (failure.get() != null) {
                return;
            }
            window.acquire();
            produce(Duration.ofMillis(random.nextInt(MIN_DELAY_MILLIS, MAX_DELAY_MILLIS)));
        }
    }

    private void produce(Duration delay) throws Exception {
        Order order = new Order(Order.FIRST + jobs.expect(System.nanoTime() + delay.toNanos()), note);
        send(1, () -> client.produce(order, delay));
    }

    /** A call of the client. */
    @FunctionalInterface
    private interface ProduceCall {
        void run() throws Exception;
    }

    private void send(int count, ProduceCall call) throws Exception {
        long begin = System.nanoTime();
        try {
            call.run();
            accepted.add(count);
        } catch (RefusedException e) {
            accepted.add(count - e.jobs());
            refused.add(e.jobs());
            window.release(e.jobs());
        }
        produces.add(System.nanoTime() - begin);
    }

    private boolean isGoingOn(long end) {
        return System.nanoTime() - end < 0 && failure.get() == null;
    }
}
