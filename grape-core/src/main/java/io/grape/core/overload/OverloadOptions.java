package io.grape.core.overload;

import java.time.Duration;

/**
 * When a broker is overloaded.
 *
 * @param target the delay that work may always have before it leaves for Redis
 * @param interval if all that left in such a time had more, the broker is overloaded
 * @param maxQueued the most calls that wait for a node of Redis; further ones are refused
 * @param warmUp for so long after its start a broker sheds nothing that waited
 */
public record OverloadOptions(Duration target, Duration interval, int maxQueued, Duration warmUp) {
    /** Unless told otherwise. */
    public static final OverloadOptions USUAL =
            new OverloadOptions(Duration.ofMillis(50), Duration.ofMillis(500), 10_000, Duration.ofSeconds(30));

    /** All work waits until its time is over. */
    public static final OverloadOptions NEVER =
            new OverloadOptions(Duration.ofDays(1), Duration.ofDays(1), Integer.MAX_VALUE, Duration.ZERO);

    private static final int SHED_AFTER_TARGETS = 2;
    private static final int OUT_FOR_TARGETS = 5;
    private static final Duration REFUSED_AFTER = Duration.ofSeconds(1);
    private static final Duration SLOW_SCRIPT = Duration.ofMillis(50);

    /** A node of which some scripts take longer by themselves takes no looks, and after twice that no produces. */
    public Duration slowScript() {
        return target.compareTo(SLOW_SCRIPT) > 0 ? target : SLOW_SCRIPT;
    }

    /** Work that waited for longer is shed under overload. */
    public Duration maxDelay() {
        return target.multipliedBy(SHED_AFTER_TARGETS);
    }

    /** A node that takes longer for a run is overloaded. */
    public Duration slowRun() {
        return target.multipliedBy(OUT_FOR_TARGETS);
    }

    /** While a node takes longer for a run, nothing is kept waiting for it. */
    public Duration stuckRun() {
        Duration slow = slowRun();
        return slow.compareTo(REFUSED_AFTER) > 0 ? slow : REFUSED_AFTER;
    }
}
