package io.grape.chaos.load;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Whether calls succeed: the longest time in which none did to one of the tubes. */
public final class AvailabilityMeter {
    private final Map<String, Beats> tubes;

    private static final class Beats {
        private long last = System.nanoTime();
        private long longest;

        void add(long now) {
            longest = Math.max(longest, now - last);
            last = now;
        }

        void start(long now) {
            last = now;
            longest = 0;
        }
    }

    AvailabilityMeter(List<String> tubes) {
        this.tubes = tubes.stream().collect(Collectors.toMap(Function.identity(), tube -> new Beats()));
    }

    synchronized void beat(String tube) {
        beats(tube).add(System.nanoTime());
    }

    private Beats beats(String tube) {
        Beats beats = tubes.get(tube);
        if (beats == null) {
            throw new IllegalArgumentException("no such tube: " + tube);
        }
        return beats;
    }

    /** Begins to look. */
    public synchronized void start() {
        tubes.values().forEach(beats -> beats.start(System.nanoTime()));
    }

    /** The longest time without a beat of one of them since the start, up to now. */
    public synchronized Duration longest() {
        long now = System.nanoTime();
        return tubes.values().stream()
                .map(beats -> Duration.ofNanos(Math.max(beats.longest, now - beats.last)))
                .reduce(Duration.ZERO, (one, other) -> one.compareTo(other) > 0 ? one : other);
    }

    /** Whether something succeeded in each of them after that instant of {@link System#nanoTime()}. */
    public synchronized boolean isSince(long nanos) {
        return tubes.values().stream().allMatch(beats -> beats.last - nanos > 0);
    }
}
