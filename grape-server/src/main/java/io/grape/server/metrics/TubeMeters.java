package io.grape.server.metrics;

import io.grape.core.Verb;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** The meters under one tube label. A counter is made when it is first needed: most results of most verbs never come. */
final class TubeMeters {
    private final MeterRegistry registry;
    private final String label;
    private final Map<KeysLabel, Timer> lateness = new ConcurrentHashMap<>();
    private final Map<Verb, Map<OutcomeLabel, Counter>> operations = new EnumMap<>(Verb.class);

    TubeMeters(MeterRegistry registry, String label) {
        this.registry = registry;
        this.label = label;
        lateness(KeysLabel.NONE);
        for (Verb verb : Verb.values()) {
            operations.put(verb, new ConcurrentHashMap<>());
        }
    }

    void count(Verb verb, OutcomeLabel result, int jobs) {
        Map<OutcomeLabel, Counter> ofVerb = Objects.requireNonNull(operations.get(verb));
        Counter counter = ofVerb.get(result);
        if (counter == null) {
            counter = Metric.OPERATIONS.counter(registry, label, verb.wireName(), result.label());
            ofVerb.put(result, counter);
        }
        counter.increment(jobs);
    }

    private Timer lateness(KeysLabel keys) {
        return lateness.computeIfAbsent(keys, of -> Metric.LATENESS.timer(registry, label, of.label()));
    }

    /** True if they are of one tube, and not of all that have no label. */
    boolean isOfOneTube() {
        return !label.equals(TubeLabels.OTHER);
    }

    void late(KeysLabel keys, Duration by) {
        lateness(keys).record(by.isNegative() ? Duration.ZERO : by);
    }

    /** Takes the label out of the scrape. */
    void remove() {
        lateness.values().forEach(registry::remove);
        operations.values().forEach(ofVerb -> ofVerb.values().forEach(registry::remove));
    }
}
