package io.grape.core.tube;

import static java.util.stream.Collectors.toMap;

import io.grape.core.TubeCounter;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The counts of one interval, in one tube or in all.
 *
 * @param counts how often, by each of {@link #COUNTED}
 * @param lateness of the deliveries that reached a consumer
 */
public record Sample(Map<TubeCounter, Long> counts, Lateness lateness) {
    /** The sampled counters, in storage order. */
    public static final List<TubeCounter> COUNTED = List.of(
            TubeCounter.PRODUCED,
            TubeCounter.CONSUMED,
            TubeCounter.FINISHED,
            TubeCounter.RELEASED,
            TubeCounter.BURIED,
            TubeCounter.EXPIRED);

    public static final Sample NOTHING = new Sample(Map.of(), Lateness.NONE);

    public Sample {
        counts = Map.copyOf(counts);
    }

    public long count(TubeCounter total) {
        return counts.getOrDefault(total, 0L);
    }

    public Sample plus(Sample more) {
        return new Sample(
                COUNTED.stream().collect(toMap(Function.identity(), total -> count(total) + more.count(total))),
                lateness.plus(more.lateness));
    }
}
