package io.grape.server.doctor;

import java.time.Duration;

/** How far the clock of this machine is from Redis's, which is the only one that jobs go by. */
public final class ClockCheck {
    private static final Duration MAX = Duration.ofMillis(250);

    private ClockCheck() {}

    public static Finding of(ClockSample sample) {
        String got = sample.difference().toMillis() + " ms (known to "
                + (sample.roundTrip().dividedBy(2).toMillis() + 1) + " ms)";
        if (sample.certain().compareTo(MAX) <= 0) {
            return Finding.ok("clock", got);
        }
        return Finding.wrong(
                "clock",
                got,
                new Finding.Fault(
                        Severity.WARN,
                        "at most " + MAX.toMillis() + " ms from Redis's",
                        "jobs go by Redis's clock, and logs and clients here by another",
                        "run NTP (chrony) on this machine and on Redis's"));
    }

    /** Where Redis does not tell its time. */
    public static Finding unseen() {
        return Finding.unseen("clock");
    }
}
