package io.grape.server.metrics;

import io.grape.core.OverloadReason;
import io.grape.core.overload.OverloadListener;
import io.grape.core.overload.WorkClass;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What waited for Redis, and what was shed. */
public final class OverloadMeters implements OverloadListener {
    private final MeterRegistry registry;
    private final Map<WorkClass, Timer> delays = new EnumMap<>(WorkClass.class);
    private final Map<WorkClass, Map<OverloadReason, Counter>> shed = new EnumMap<>(WorkClass.class);

    private volatile @Nullable Long slowNodeNanos;

    OverloadMeters(MeterRegistry registry) {
        this.registry = registry;
        for (WorkClass workClass : WorkClass.values()) {
            delays.put(workClass, Metric.QUEUE_DELAY.timer(registry, workClass.wireName()));
            if (!workClass.isFirst()) {
                Map<OverloadReason, Counter> counters = new EnumMap<>(OverloadReason.class);
                for (OverloadReason why : OverloadReason.values()) {
                    counters.put(why, Metric.SHED.counter(registry, workClass.wireName(), why.wireName()));
                }
                shed.put(workClass, counters);
            }
        }
    }

    /** How many calls of each class this broker has shed. */
    public Map<WorkClass, Long> shed() {
        Map<WorkClass, Long> all = new EnumMap<>(WorkClass.class);
        shed.forEach((workClass, counters) -> all.put(workClass, (long)
                counters.values().stream().mapToDouble(Counter::count).sum()));
        return all;
    }

    /** How long ago a call was shed because a node of Redis responded too slowly, empty = none ever was. */
    public Optional<Duration> sinceSlowNode() {
        Long then = slowNodeNanos;
        return then == null ? Optional.empty() : Optional.of(Duration.ofNanos(System.nanoTime() - then));
    }

    /** Makes the gauges of what is overloaded, anywhere, once. */
    public void gauge(List<Supplier<Set<WorkClass>>> overloaded) {
        for (WorkClass workClass : shed.keySet()) {
            Metric.OVERLOADED.gauge(
                    registry,
                    () -> overloaded.stream().anyMatch(one -> one.get().contains(workClass)) ? 1 : 0,
                    workClass.wireName());
        }
    }

    @Override
    public void sent(WorkClass workClass, Duration delay) {
        Objects.requireNonNull(delays.get(workClass)).record(delay);
    }

    @Override
    public void shed(WorkClass workClass, OverloadReason why) {
        Objects.requireNonNull(Objects.requireNonNull(shed.get(workClass)).get(why))
                .increment();
        if (why == OverloadReason.NODE) {
            slowNodeNanos = System.nanoTime();
        }
    }
}
