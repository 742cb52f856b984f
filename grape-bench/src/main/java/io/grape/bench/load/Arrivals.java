package io.grape.bench.load;

import java.time.Duration;

/**
 * When requests are due, whether a connection is free or not: an open loop. One that finds no free connection within a short grace is not sent.
 * Belongs to the loop's thread.
 */
public final class Arrivals {
    static final long NONE = Long.MIN_VALUE;
    static final Duration GRACE = Duration.ofMillis(20);

    private final long intervalNanos;
    private final double phase;
    private final Outcomes outcomes;
    private long next = NONE;
    /** When this was asked last after there had been a free connection all the time. */
    private long asked = NONE;
    /** Whether a connection had nothing to send when this was asked last. */
    private boolean hasFree = true;

    private Arrivals(long intervalNanos, double phase, Outcomes outcomes) {
        this.intervalNanos = intervalNanos;
        this.phase = phase;
        this.outcomes = outcomes;
    }

    /** One whenever a connection is free: a closed loop. */
    public static Arrivals always(Outcomes outcomes) {
        return new Arrivals(0, 0, outcomes);
    }

    /** So many in a second. */
    public static Arrivals every(double perSecond, Outcomes outcomes) {
        return every(perSecond, 0, outcomes);
    }

    /**
     * The same of one of several clients, who do not all begin at once.
     *
     * @param phase the part of an interval after which the first is due, from 0 to 1
     */
    public static Arrivals every(double perSecond, double phase, Outcomes outcomes) {
        return new Arrivals((long) (1e9 / perSecond), phase, outcomes);
    }

    /** When the one was due that is to be sent now, over a connection that is free. */
    long take(long now) {
        if (intervalNanos == 0) {
            return now;
        }
        if (next == NONE) {
            next = now + (long) (phase * intervalNanos);
        }
        if (hasFree) {
            // What has waited until now has waited for the generator, and not for a connection.
            asked = now;
        }
        for (; now - Math.max(next, asked) > GRACE.toNanos(); next += intervalNanos) {
            outcomes.giveUp();
        }
        hasFree = now < next;
        if (hasFree) {
            return NONE;
        }
        long due = next;
        next += intervalNanos;
        return due;
    }

    void answered(Response response, long took) {
        outcomes.answered(response, took);
    }
}
