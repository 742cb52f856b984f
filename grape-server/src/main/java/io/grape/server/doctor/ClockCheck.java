package io.grape.server.doctor;

import java.time.Duration;

/** How far the clock of this machine is from Redis's, which is the only one that jobs go by. */
public final class ClockCheck {
    private static final Duration MOST = Duration.ofMillis(250);

    private ClockCheck() {}

    /**
     * One look at Redis's clock. It was read at some moment of the round trip, so the difference is known to half of that.
     *
     * @param difference this machine's time in the middle of the round trip, less Redis's
     */
    public record Sample(Duration difference, Duration roundTrip) {
        /** The one that is known better. */
        public Sample better(Sample other) {
            return roundTrip.compareTo(other.roundTrip) <= 0 ? this : other;
        }

        private Duration certain() {
            return difference.abs().minus(roundTrip.dividedBy(2));
        }
    }

    public static Finding of(Sample sample) {
        String got = sample.difference.toMillis() + " ms (known to "
                + (sample.roundTrip.dividedBy(2).toMillis() + 1) + " ms)";
        if (sample.certain().compareTo(MOST) <= 0) {
            return Finding.ok("clock", got);
        }
        return Finding.wrong(
                "clock",
                got,
                new Finding.Fault(
                        Severity.WARN,
                        "at most " + MOST.toMillis() + " ms from Redis's",
                        "jobs go by Redis's clock, and logs and clients here by another",
                        "run NTP (chrony) on this machine and on Redis's"));
    }

    /** Where Redis does not tell its time. */
    public static Finding unseen() {
        return Finding.unseen("clock");
    }
}
