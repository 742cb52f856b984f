package io.grape.server.beanstalkd;

import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.tube.Tube;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The jobs of some tubes. */
final class TubeSums {
    private final Map<JobState, Long> counts = new EnumMap<>(JobState.class);
    private final Map<TubeCounter, Long> totals = new EnumMap<>(TubeCounter.class);
    private final Set<TubeName> names = new HashSet<>();
    private long urgent;

    /** Tubes may be added by several threads. */
    synchronized void add(Tube tube) {
        names.add(tube.name());
        urgent += tube.urgent();
        tube.counts().forEach((state, count) -> counts.merge(state, count, Long::sum));
        tube.totals().forEach((total, count) -> totals.merge(total, count, Long::sum));
    }

    /** The tubes that were added. */
    Set<TubeName> names() {
        return names;
    }

    Yaml addJobs(Yaml yaml) {
        return yaml.add("current-jobs-urgent", urgent)
                .add("current-jobs-ready", count(JobState.READY) + count(JobState.GATED))
                .add("current-jobs-reserved", count(JobState.RETAINED))
                .add("current-jobs-delayed", count(JobState.DELAYED))
                .add("current-jobs-buried", count(JobState.FAILED));
    }

    private long count(JobState state) {
        return counts.getOrDefault(state, 0L);
    }

    long total(TubeCounter total) {
        return totals.getOrDefault(total, 0L);
    }

    long deleted() {
        return total(TubeCounter.FINISHED)
                + total(TubeCounter.DELETED)
                + total(TubeCounter.DISCARDED)
                + total(TubeCounter.DROPPED);
    }
}
