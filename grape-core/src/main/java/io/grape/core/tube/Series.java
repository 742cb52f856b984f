package io.grape.core.tube;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Samples of one length, one after the other.
 *
 * @param now Redis's time when they were read
 * @param step how long each is
 * @param length how many there can be, that of now included
 * @param points those that are there, by when they begin; what nobody saw is missing
 */
public record Series(Instant now, Duration step, int length, NavigableMap<Instant, Sample> points) {
    public Series {
        points = Collections.unmodifiableNavigableMap(new TreeMap<>(points));
    }

    /** When the sample begins that a time is in. */
    public Instant begin(Instant time) {
        long millis = step.toMillis();
        return Instant.ofEpochMilli(Math.floorDiv(time.toEpochMilli(), millis) * millis);
    }

    /** When the oldest begins that can be there. */
    public Instant from() {
        return begin(now).minus(step.multipliedBy(length - 1L));
    }

    /** All that happened from the beginning of the sample that a time is in. */
    public Sample since(Instant time) {
        return points.tailMap(begin(time), true).values().stream().reduce(Sample.NOTHING, Sample::plus);
    }

    /** The same, where nothing stands for what is missing while the other series has something of that time. */
    public Series whereSeen(Series other) {
        TreeMap<Instant, Sample> all = new TreeMap<>(points);
        other.points.keySet().stream()
                .map(this::begin)
                .filter(time -> !time.isBefore(from()))
                .forEach(time -> all.putIfAbsent(time, Sample.NOTHING));
        return new Series(now, step, length, all);
    }
}
