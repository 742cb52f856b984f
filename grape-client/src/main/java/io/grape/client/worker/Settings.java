package io.grape.client.worker;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How the jobs of a tube are worked on.
 *
 * @param timeout null: a handler may take as long as it wants
 */
record Settings(
        int concurrency,
        int prefetch,
        Retry retry,
        boolean interruptOnLostLease,
        Undecodable undecodable,
        @Nullable Duration timeout) {
    static final Settings DEFAULT = new Settings(16, 0, Retry.DEFAULT, false, Undecodable.RETRY, null);

    private static final int MOST = 10_000;

    /** Throws where one is out of its bounds. */
    Settings {
        check("concurrency", concurrency, 1);
        check("prefetch", prefetch, 0);
        Objects.requireNonNull(retry, "retry: expected one, got null");
        Objects.requireNonNull(undecodable, "undecodable: expected one, got null");
        if (timeout != null
                && (timeout.isNegative() || timeout.isZero() || timeout.compareTo(Outcome.MOST_DELAY) > 0)) {
            throw new IllegalArgumentException(
                    "timeout: expected more than 0 and up to " + Outcome.MOST_DELAY + ", got " + timeout);
        }
    }

    private static void check(String name, int value, int least) {
        if (value < least || value > MOST) {
            throw new IllegalArgumentException(name + ": expected " + least + " to " + MOST + ", got " + value);
        }
    }

    Settings concurrency(int value) {
        return new Settings(value, prefetch, retry, interruptOnLostLease, undecodable, timeout);
    }

    Settings prefetch(int value) {
        return new Settings(concurrency, value, retry, interruptOnLostLease, undecodable, timeout);
    }

    Settings retry(Retry value) {
        return new Settings(concurrency, prefetch, value, interruptOnLostLease, undecodable, timeout);
    }

    Settings interruptOnLostLease(boolean value) {
        return new Settings(concurrency, prefetch, retry, value, undecodable, timeout);
    }

    Settings undecodable(Undecodable value) {
        return new Settings(concurrency, prefetch, retry, interruptOnLostLease, value, timeout);
    }

    Settings timeout(Duration value) {
        Objects.requireNonNull(value, "timeout: expected one, got null");
        return new Settings(concurrency, prefetch, retry, interruptOnLostLease, undecodable, value);
    }

    /** How many jobs may be held at a time. */
    int room() {
        return concurrency + prefetch;
    }
}
