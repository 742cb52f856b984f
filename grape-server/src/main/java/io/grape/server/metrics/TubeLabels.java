package io.grape.server.metrics;

import io.grape.core.TubeName;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which tubes have a label of their own: the first by name, up to a cap, so that all brokers choose the same. In between, a
 * tube that turns up gets one while there is room, so that its first jobs are not lost among the rest.
 */
final class TubeLabels {
    /** The label of the rest. A tube of this name belongs to the rest. */
    static final String OTHER = "_other";

    private final MeterRegistry registry;
    private final int cap;
    private final Map<TubeName, TubeMeters> labelled = new ConcurrentHashMap<>();
    private final TubeMeters other;
    private Set<TubeName> unknown = Set.of();

    TubeLabels(MeterRegistry registry, int cap) {
        this.registry = registry;
        this.cap = cap;
        this.other = new TubeMeters(registry, OTHER);
    }

    /**
     * The meters to count under.
     *
     * @param exists whether what is counted shows that there is such a tube: anybody can ask for jobs of one that is not
     */
    TubeMeters of(TubeName tube, boolean exists) {
        TubeMeters found = labelled.get(tube);
        if (found != null) {
            return found;
        }
        return exists && labelled.size() < cap && !isOther(tube) ? label(tube) : other;
    }

    private synchronized TubeMeters label(TubeName tube) {
        return labelled.size() < cap
                ? labelled.computeIfAbsent(tube, name -> new TubeMeters(registry, name.value()))
                : labelled.getOrDefault(tube, other);
    }

    /**
     * Chooses anew, and returns those that have a label. A tube that is not among the known ones may be too new for that; it
     * goes when it is still unknown the next time.
     */
    synchronized Set<TubeName> choose(Set<TubeName> known) {
        Set<TubeName> news = new HashSet<>(labelled.keySet());
        news.removeAll(known);
        news.removeAll(unknown);
        unknown = news;
        Set<TubeName> chosen = Stream.concat(known.stream(), news.stream())
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

    boolean has(TubeName tube) {
        return labelled.containsKey(tube);
    }

    private static boolean isOther(TubeName tube) {
        return tube.value().equals(OTHER);
    }
}
