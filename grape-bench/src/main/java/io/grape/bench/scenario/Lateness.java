package io.grape.bench.scenario;

import io.grape.bench.load.Delivery;
import io.grape.bench.load.DeliveryObserver;
import io.grape.bench.load.Latencies;
import java.util.LinkedHashMap;
import java.util.Map;

/** From due to delivered: by Redis's clock, and by this machine's when the response was here. */
final class Lateness implements DeliveryObserver {
    private final Latencies seen = new Latencies();
    private final Latencies byRedis = new Latencies();
    private long awaited;

    @Override
    public void expect(int jobs) {
        awaited += jobs;
    }

    @Override
    public boolean take(Delivery job, long nowMillis) {
        add(job, nowMillis, job.dueMillis());
        return true;
    }

    /** Counts a job that came, and how long after {@code due}. */
    void add(Delivery job, long nowMillis, long due) {
        awaited--;
        seen.add(nowMillis - due);
        byRedis.add(job.deliveredMillis() - due);
    }

    @Override
    public boolean hasAll() {
        return awaited == 0;
    }

    long jobs() {
        return seen.count();
    }

    Map<String, Double> figures() {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("jobs", (double) seen.count());
        figures.put("p50 ms", seen.percentile(0.50));
        figures.put("p99 ms", seen.percentile(0.99));
        figures.put("max ms", seen.percentile(1));
        figures.put("p50 ms by Redis", byRedis.percentile(0.50));
        figures.put("p99 ms by Redis", byRedis.percentile(0.99));
        figures.put("max ms by Redis", byRedis.percentile(1));
        return figures;
    }
}
