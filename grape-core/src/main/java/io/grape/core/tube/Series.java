package io.grape.core.tube;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Consecutive samples of equal length.
 *
 * @param now Redis's time when they were read
 * @param step the length of each
 * @param length the maximum number, the current one included
 * @param points the existing samples, by their start; intervals without an observer are missing
 */
public record Series(Instant now, Duration step, int length, NavigableMap<Instant, Sample> points) {
    public Series {
        points = Collections.unmodifiableNavigableMap(new TreeMap<>(points));
    }

    /** The start of the sample that contains a time. */
    public Instant begin(Instant time) {
        long millis = step.toMillis();
        return Instant.ofEpochMilli(Math.floorDiv(time.toEpochMilli(), millis) * millis);
    }

    /** The start of the oldest possible sample. */
    public Instant from() {
        return begin(now).minus(step.multipliedBy(length - 1L));
    }

    /** The sum from the start of the sample that contains a time. */
    public Sample since(Instant time) {
        return points.tailMap(begin(time), true).values().stream().reduce(Sample.NOTHING, Sample::plus);
    }

    /** The same series, with an empty sample for each missing interval in which the other series has data. */
    public Series whereSeen(Series other) {
        TreeMap<Instant, Sample> all = new TreeMap<>(points);
        other.points.keySet().stream()
                .map(this::begin)
                .filter(time -> !time.isBefore(from()))
                .forEach(time -> all.putIfAbsent(time, Sample.NOTHING));
        return new Series(now, step, length, all);
    }
}
