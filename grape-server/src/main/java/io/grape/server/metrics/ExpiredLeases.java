package io.grape.server.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** The counters of leases that ran out, by tube label. They show what Redis counted, so that a restart loses none. */
final class ExpiredLeases {
    private final MeterRegistry registry;
    private final Map<String, Row> rows = new HashMap<>();

    private record Row(AtomicLong total, Meter meter) {}

    ExpiredLeases(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Shows these totals, and no others. */
    synchronized void show(Map<String, Long> totals) {
        rows.entrySet().removeIf(row -> {
            boolean isOut = !totals.containsKey(row.getKey());
            if (isOut) {
                registry.remove(row.getValue().meter());
            }
            return isOut;
        });
        totals.forEach(
                (label, total) -> rows.computeIfAbsent(label, this::row).total().set(total));
    }

    private Row row(String label) {
        AtomicLong total = new AtomicLong();
        return new Row(total, Metric.LEASES_EXPIRED.functionCounter(registry, total, label));
    }
}
