package io.grape.server;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;

/**
 * How often a tube is looked at in which somebody waits and of which no news came: every 2 s, and where very many tubes are
 * waited for, so seldom that all of them together take 50 calls a second. A quarter is left to chance, so that brokers do not
 * come together.
 */
record PollPace(IntSupplier tubes) {
    private static final long MIN_MILLIS = 2000;
    private static final long POLLS_PER_SECOND = 50;

    Duration next() {
        long millis = Math.max(MIN_MILLIS, tubes.getAsInt() * 1000L / POLLS_PER_SECOND);
        return Duration.ofMillis(millis - ThreadLocalRandom.current().nextLong(millis / 4));
    }

    /** How long after a look hints are still wanted, at the least. */
    Duration parking() {
        return Duration.ofMillis(2 * Math.max(MIN_MILLIS, tubes.getAsInt() * 1000L / POLLS_PER_SECOND));
    }
}
