package io.grape.bench.queue;

import io.grape.bench.load.LoadFailure;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The death of a worker: one program holds jobs in handlers that never return, until it is killed. Another one, whose workers wait,
 * runs them.
 */
final class Crash {
    private static final long HOLD_SECONDS = 60;

    private final QueueClient client;
    private final String note;
    /** The jobs that this program ran, each once. */
    private final Set<Long> ran = ConcurrentHashMap.newKeySet();

    Crash(QueueClient client, String note) {
        this.client = client;
        this.note = note;
    }

    /** Returns when each job is held by a handler. */
    Map<String, Double> hold(int jobs) throws Exception {
        CountDownLatch started = new CountDownLatch(jobs);
        client.work(jobs, order -> {
            started.countDown();
            sleep();
        });
        for (int i = 0; i < jobs; i++) {
            client.produce(new Order(Order.FIRST + i, note), Duration.ZERO);
        }
        if (!started.await(HOLD_SECONDS, TimeUnit.SECONDS)) {
            throw new LoadFailure(
                    started.getCount() + " of " + jobs + " jobs did not start within " + HOLD_SECONDS + " s");
        }
        return Map.of("held", (double) jobs);
    }

    private static void sleep() {
        try {
            TimeUnit.DAYS.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns when the workers wait for jobs. */
    Map<String, Double> work(int workers) throws Exception {
        client.work(workers, order -> ran.add(order.order()));
        return Map.of();
    }

    /** Returns when so many jobs have run, or the time is over: how many have run, and after how many seconds the last of them. */
    Map<String, Double> await(int jobs, Duration limit) throws InterruptedException {
        long begin = System.nanoTime();
        long last = begin;
        int seen = ran.size();
        while (seen < jobs && System.nanoTime() - begin < limit.toNanos()) {
            TimeUnit.MILLISECONDS.sleep(10);
            int now = ran.size();
            if (now > seen) {
                seen = now;
                last = System.nanoTime();
            }
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("run again", (double) seen);
        figures.put("after s", seen == 0 ? Double.NaN : (last - begin) / 1e9);
        return figures;
    }
}
