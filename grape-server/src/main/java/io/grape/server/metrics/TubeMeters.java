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
    private final Timer lateness;
    private final Map<Verb, Map<OutcomeLabel, Counter>> operations = new EnumMap<>(Verb.class);

    TubeMeters(MeterRegistry registry, String label) {
        this.registry = registry;
        this.label = label;
        this.lateness = Metric.LATENESS.timer(registry, label);
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

    void late(Duration by) {
        lateness.record(by.isNegative() ? Duration.ZERO : by);
    }

    /** Takes the label out of the scrape. */
    void remove() {
        registry.remove(lateness);
        operations.values().forEach(ofVerb -> ofVerb.values().forEach(registry::remove));
    }
}
