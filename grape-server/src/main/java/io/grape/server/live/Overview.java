package io.grape.server.live;

import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.tube.Lateness;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The state of things at one moment.
 *
 * @param counts jobs by state, of the tubes that were counted
 * @param perSecond what happened in all tubes, in the mean of the last 10 s that all brokers have written
 * @param lateness that of the last minute, in all tubes
 * @param oldestReady null when no job is ready
 * @param attention what somebody should look at, what is worse first
 */
public record Overview(
        Instant at,
        TubeCounts tubes,
        Map<JobState, Long> counts,
        Map<TubeCounter, Double> perSecond,
        Lateness lateness,
        @Nullable OldestReady oldestReady,
        List<Alert> attention,
        BrokerCounts brokers,
        BeanstalkdUse beanstalkd,
        RedisState redis) {
    public Overview {
        counts = Map.copyOf(counts);
        perSecond = Map.copyOf(perSecond);
        attention = List.copyOf(attention);
    }

    /** Brokers that are alive, and those that died in the last ten minutes and were not started again. */
    public record BrokerCounts(int alive, int lost) {}

    /**
     * How Redis is, of a cluster the node that is fullest.
     *
     * @param usedMemoryBytes -1 when Redis does not tell
     * @param maxMemoryBytes 0 when there is no bound
     * @param ping how long one call took
     */
    public record RedisState(long usedMemoryBytes, long maxMemoryBytes, Duration ping) {}

    /** The same without the names of tubes that may not be seen. */
    public Overview of(Predicate<TubeName> visible) {
        return new Overview(
                at,
                tubes,
                counts,
                perSecond,
                lateness,
                oldestReady != null && visible.test(oldestReady.tube()) ? oldestReady : null,
                attention.stream()
                        .filter(one -> one.tube() == null || visible.test(one.tube()))
                        .toList(),
                brokers,
                beanstalkd,
                redis);
    }

    /** {@code ok}, {@code attention}, or {@code broken} where the store is not fit to be used. */
    public String health() {
        if (attention.isEmpty()) {
            return "ok";
        }
        return attention.stream().anyMatch(Alert::isOfStore) ? "broken" : "attention";
    }
}
