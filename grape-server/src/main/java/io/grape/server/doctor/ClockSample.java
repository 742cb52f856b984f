package io.grape.server.doctor;

import java.time.Duration;

/**
 * One look at Redis's clock. It was read at some moment of the round trip, so the difference is known to half of that.
 *
 * @param difference this machine's time in the middle of the round trip, less Redis's
 */
public record ClockSample(Duration difference, Duration roundTrip) {
    /** The one that is known better. */
    public ClockSample better(ClockSample other) {
        return roundTrip.compareTo(other.roundTrip) <= 0 ? this : other;
    }

    Duration certain() {
        return difference.abs().minus(roundTrip.dividedBy(2));
    }
}
