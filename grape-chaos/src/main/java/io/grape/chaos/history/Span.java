package io.grape.chaos.history;

/**
 * From when to when something was going on, by this process's monotonic clock.
 *
 * @param begunNanos as {@link System#nanoTime()}
 * @param endedNanos the same
 */
public record Span(long begunNanos, long endedNanos) {
    public Span {
        if (endedNanos - begunNanos < 0) {
            throw new IllegalArgumentException(
                    "span: expected an end after its begin, got " + (endedNanos - begunNanos) + " ns");
        }
    }

    /** Whether this was over before that began. */
    public boolean isBefore(Span that) {
        return that.begunNanos - endedNanos >= 0;
    }
}
