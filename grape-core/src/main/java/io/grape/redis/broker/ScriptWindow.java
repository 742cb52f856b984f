package io.grape.redis.broker;

import io.grape.redis.overload.Brake.Slowness;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The scripts of a Redis in the last seconds. It is slow if 1 % of them took longer than a limit. A few scripts say
 * nothing. Thread-safe.
 */
final class ScriptWindow {
    private static final long LENGTH = Duration.ofSeconds(5).toNanos();
    private static final int LEAST_RUNS = 20;
    private static final int LEAST_SLOW = 5;
    private static final int PARTS = 100;

    private final Deque<Sample> samples = new ArrayDeque<>();

    private record Sample(ScriptTimes times, long at) {}

    /** Redis has replied this at a time of {@link System#nanoTime()}. Returns how slow it is; null = there is nothing to compare this with. */
    synchronized @Nullable Slowness add(ScriptTimes times, long now) {
        Sample last = samples.peekLast();
        if (last != null && (now - last.at > LENGTH || !times.follows(last.times))) {
            samples.clear();
        }
        Sample first = samples.peekFirst();
        while (first != null && now - first.at > LENGTH) {
            samples.removeFirst();
            first = samples.peekFirst();
        }
        samples.addLast(new Sample(times, now));
        return first == null ? null : slowness(times.since(first.times));
    }

    private static Slowness slowness(ScriptTimes recent) {
        if (isMany(recent.verySlow(), recent.all())) {
            return Slowness.VERY_SLOW;
        }
        return isMany(recent.slow(), recent.all()) ? Slowness.SLOW : Slowness.NONE;
    }

    private static boolean isMany(long slow, long all) {
        return all >= LEAST_RUNS && slow >= LEAST_SLOW && slow * PARTS > all;
    }
}
