package io.grape.server.parking;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;

/**
 * How often a tube is looked at in which somebody waits and of which no news came: every 2 s, and where very many tubes are
 * waited for, so seldom that all of them together take 50 calls a second. A quarter is left to chance, so that brokers do not
 * come together.
 */
record PollInterval(IntSupplier tubes) {
    private static final long MIN_MILLIS = 2000;
    private static final long POLLS_PER_SECOND = 50;

    Turn turn() {
        return new Turn(Math.max(MIN_MILLIS, tubes.getAsInt() * 1000L / POLLS_PER_SECOND));
    }

    /** The pace of one look: what it asks for and when the next one comes belong together, however many tubes come meanwhile. */
    record Turn(long millis) {
        /** How long after this look begins hints are still wanted, at the least: well past the next one. */
        Duration parking() {
            return Duration.ofMillis(2 * millis);
        }

        /** How long after this look begins the next one comes. */
        Duration next() {
            return Duration.ofMillis(millis - ThreadLocalRandom.current().nextLong(millis / 4));
        }
    }
}
