package io.grape.core.overload;

import java.util.function.LongSupplier;

/**
 * The first time of a broker. Its code is not compiled yet, so work waits for long although it is not too much. Until the time is over,
 * nothing is shed because it waited: callers bound how long they wait by their time limits.
 */
public final class WarmUp {
    private final LongSupplier nanos;
    private final long end;

    /**
     * Begins now.
     *
     * @param nanos as of {@link System#nanoTime()}
     */
    public WarmUp(OverloadOptions options, LongSupplier nanos) {
        this.nanos = nanos;
        this.end = nanos.getAsLong() + options.warmUp().toNanos();
    }

    public boolean isOver() {
        return nanos.getAsLong() - end >= 0;
    }
}
