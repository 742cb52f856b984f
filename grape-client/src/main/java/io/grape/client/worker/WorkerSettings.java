package io.grape.client.worker;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings for the jobs of a tube.
 *
 * @param prefetch {@link #AUTOMATIC}: as many as short handlers need
 * @param timeout null: no limit
 */
record WorkerSettings(
        int concurrency,
        int prefetch,
        Retry retry,
        boolean interruptOnLostLease,
        Undecodable undecodable,
        @Nullable Duration timeout) {
    /** While handlers are short, as many jobs are held as run in 2 ms, up to 100; otherwise no more than run. */
    static final int AUTOMATIC = -1;

    static final WorkerSettings DEFAULT =
            new WorkerSettings(16, AUTOMATIC, Retry.DEFAULT, false, Undecodable.RETRY, null);

    private static final int MAX = 10_000;

    /** Throws if a value is out of its range. */
    WorkerSettings {
        check("concurrency", concurrency, 1);
        check("prefetch", prefetch, AUTOMATIC);
        Objects.requireNonNull(retry, "retry: expected one, got null");
        Objects.requireNonNull(undecodable, "undecodable: expected one, got null");
        if (timeout != null && (timeout.isNegative() || timeout.isZero() || timeout.compareTo(Outcome.MAX_DELAY) > 0)) {
            throw new IllegalArgumentException(
                    "timeout: expected more than 0 and up to " + Outcome.MAX_DELAY + ", got " + timeout);
        }
    }

    private static void check(String name, int value, int least) {
        if (value < least || value > MAX) {
            throw new IllegalArgumentException(name + ": expected " + least + " to " + MAX + ", got " + value);
        }
    }

    WorkerSettings concurrency(int value) {
        return new WorkerSettings(value, prefetch, retry, interruptOnLostLease, undecodable, timeout);
    }

    WorkerSettings prefetch(int value) {
        check("prefetch", value, 0);
        return new WorkerSettings(concurrency, value, retry, interruptOnLostLease, undecodable, timeout);
    }

    WorkerSettings retry(Retry value) {
        return new WorkerSettings(concurrency, prefetch, value, interruptOnLostLease, undecodable, timeout);
    }

    WorkerSettings interruptOnLostLease(boolean value) {
        return new WorkerSettings(concurrency, prefetch, retry, value, undecodable, timeout);
    }

    WorkerSettings undecodable(Undecodable value) {
        return new WorkerSettings(concurrency, prefetch, retry, interruptOnLostLease, value, timeout);
    }

    WorkerSettings timeout(Duration value) {
        Objects.requireNonNull(value, "timeout: expected one, got null");
        return new WorkerSettings(concurrency, prefetch, retry, interruptOnLostLease, undecodable, value);
    }
}
