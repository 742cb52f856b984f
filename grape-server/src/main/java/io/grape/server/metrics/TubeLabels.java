package io.grape.server.metrics;

import io.grape.core.TubeName;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Which tubes have a label of their own: the first by name, up to a cap, so that all brokers choose the same. Until they are
 * chosen anew a tube that turns up gets one while there is room.
 */
final class TubeLabels {
    /** The label of the rest. A tube of this name belongs to the rest. */
    static final String OTHER = "_other";

    private final MeterRegistry registry;
    private final int cap;
    private final Map<TubeName, TubeMeters> labelled = new ConcurrentHashMap<>();
    private final TubeMeters other;

    TubeLabels(MeterRegistry registry, int cap) {
        this.registry = registry;
        this.cap = cap;
        this.other = new TubeMeters(registry, OTHER);
    }

    TubeMeters of(TubeName tube) {
        TubeMeters found = labelled.get(tube);
        if (found != null) {
            return found;
        }
        return labelled.size() < cap && !isOther(tube) ? label(tube) : other;
    }

    private synchronized TubeMeters label(TubeName tube) {
        return labelled.size() < cap
                ? labelled.computeIfAbsent(tube, name -> new TubeMeters(registry, name.value()))
                : labelled.getOrDefault(tube, other);
    }

    /** Chooses anew among the tubes there are, and returns those that have a label. */
    synchronized Set<TubeName> choose(Collection<TubeName> tubes) {
        Set<TubeName> chosen = tubes.stream()
                .filter(tube -> !isOther(tube))
                .sorted(Comparator.comparing(TubeName::value))
                .limit(cap)
                .collect(Collectors.toSet());
        labelled.entrySet().removeIf(entry -> {
            boolean isOut = !chosen.contains(entry.getKey());
            if (isOut) {
                entry.getValue().remove();
            }
            return isOut;
        });
        chosen.forEach(this::label);
        return chosen;
    }

    private static boolean isOther(TubeName tube) {
        return tube.value().equals(OTHER);
    }
}
