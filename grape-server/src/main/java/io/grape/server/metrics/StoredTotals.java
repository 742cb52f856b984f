package io.grape.server.metrics;

import io.grape.core.TubeName;
import io.grape.core.tube.Tube;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Counters by tube that show what Redis counted, so that a restart loses none. The sum over the tubes without a label would fall
 * with each that goes or gets one, so of these they count what was seen.
 */
final class StoredTotals {
    private final MeterRegistry registry;
    private final Metric metric;
    private final Function<Tube, Map<List<String>, Long>> read;
    private final Map<List<String>, AtomicLong> ofOthers = new ConcurrentHashMap<>();
    private final Map<List<String>, Row> rows = new HashMap<>();

    private record Row(AtomicLong total, Meter meter) {}

    /** Shows what is read from a tube: totals by the labels that follow that of the tube. */
    StoredTotals(MeterRegistry registry, Metric metric, Function<Tube, Map<List<String>, Long>> read) {
        this.registry = registry;
        this.metric = metric;
        this.read = read;
    }

    /** A tube without a label was seen again. */
    void sawAgain(Tube before, Tube found) {
        Map<List<String>, Long> sofar = read.apply(before);
        read.apply(found).forEach((labels, now) -> {
            long then = sofar.getOrDefault(labels, 0L);
            // Made anew in between, it counts from zero.
            others(labels).addAndGet(now >= then ? now - then : now);
        });
    }

    private AtomicLong others(List<String> labels) {
        return ofOthers.computeIfAbsent(labels, first -> new AtomicLong());
    }

    /** Shows the totals of these tubes, and no others. */
    synchronized void show(Collection<Tube> seen, Set<TubeName> labelled) {
        Map<List<String>, Long> totals = new HashMap<>();
        for (Tube tube : seen) {
            boolean isOther = !labelled.contains(tube.name());
            String label = isOther ? TubeLabels.OTHER : tube.name().value();
            read.apply(tube)
                    .forEach((labels, total) -> totals.put(
                            Stream.concat(Stream.of(label), labels.stream()).toList(),
                            isOther ? others(labels).get() : total));
        }
        rows.entrySet().removeIf(row -> {
            boolean isOut = !totals.containsKey(row.getKey());
            if (isOut) {
                registry.remove(row.getValue().meter());
            }
            return isOut;
        });
        totals.forEach((labels, total) ->
                rows.computeIfAbsent(labels, this::row).total().set(total));
    }

    private Row row(List<String> labels) {
        AtomicLong total = new AtomicLong();
        return new Row(total, metric.functionCounter(registry, total, labels.toArray(String[]::new)));
    }
}
