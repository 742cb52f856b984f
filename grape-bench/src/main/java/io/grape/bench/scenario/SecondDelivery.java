package io.grape.bench.scenario;

import io.grape.bench.load.Delivery;
import io.grape.bench.load.DeliveryObserver;
import java.util.HashMap;
import java.util.Map;

/** Lets every first delivery run out, and takes the second. */
final class SecondDelivery implements DeliveryObserver {
    private final Lateness lateness = new Lateness();
    private final Map<String, Long> deadlines = new HashMap<>();

    @Override
    public void expect(int jobs) {
        lateness.expect(jobs);
    }

    @Override
    public boolean take(Delivery job, long nowMillis) {
        Long deadline = deadlines.remove(job.id());
        if (deadline == null) {
            deadlines.put(job.id(), job.untilMillis());
            return false;
        }
        lateness.add(job, nowMillis, deadline);
        return true;
    }

    @Override
    public boolean hasAll() {
        return lateness.hasAll();
    }

    /** From the deadline of the first to the second. */
    Lateness lateness() {
        return lateness;
    }
}
