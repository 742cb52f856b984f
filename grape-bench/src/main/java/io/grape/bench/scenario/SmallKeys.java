package io.grape.bench.scenario;

import io.grape.bench.load.Delivery;
import io.grape.bench.load.DeliveryObserver;
import io.grape.bench.load.Latencies;
import java.util.LinkedHashMap;
import java.util.Map;

/** How long the jobs wait that are produced from now on, beside those that are there already. */
final class SmallKeys implements DeliveryObserver {
    private final Latencies waits = new Latencies();
    private final long begun = System.currentTimeMillis();
    private final int awaited;
    private long taken;

    SmallKeys(int awaited) {
        this.awaited = awaited;
    }

    @Override
    public void expect(int jobs) {
        throw new IllegalStateException("all jobs were expected from the start");
    }

    @Override
    public boolean take(Delivery job, long nowMillis) {
        taken++;
        if (job.dueMillis() >= begun) {
            waits.add(job.deliveredMillis() - job.dueMillis());
        }
        return true;
    }

    @Override
    public boolean hasAll() {
        return waits.count() >= awaited;
    }

    /** Jobs of all keys. */
    long taken() {
        return taken;
    }

    Map<String, Double> figures() {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("jobs", (double) waits.count());
        figures.put("p50 ms by Redis", waits.percentile(0.50));
        figures.put("p95 ms by Redis", waits.percentile(0.95));
        figures.put("max ms by Redis", waits.percentile(1));
        return figures;
    }
}
