package io.grape.client.worker;

import java.time.Duration;

/**
 * How many jobs one run of a handler gets.
 *
 * @param most 1 to 1000
 * @param patience for so many, from the delivery of the first; 0 to 1 hour
 */
record BatchSize(int most, Duration patience) {
    private static final int MAX = 1000;
    private static final Duration MAX_WAIT = Duration.ofHours(1);

    /** A handler of single jobs. Below the limits, which it is checked against. */
    static final BatchSize ONE = new BatchSize(1, Duration.ZERO);

    /** Throws if a value is out of its range. */
    BatchSize {
        if (most < 1 || most > MAX) {
            throw new IllegalArgumentException("batch: expected 1 to " + MAX + " jobs, got " + most);
        }
        if (patience.isNegative() || patience.compareTo(MAX_WAIT) > 0) {
            throw new IllegalArgumentException("batch: expected a wait of 0 to " + MAX_WAIT + ", got " + patience);
        }
    }
}
