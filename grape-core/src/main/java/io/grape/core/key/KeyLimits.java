package io.grape.core.key;

import io.grape.catalog.SharedBounds;

/** The bounds of the limits of a key or of a tube. */
public final class KeyLimits {
    /** The maximum of concurrency and burst. */
    public static final int MAX_LEASES = (int) SharedBounds.CONCURRENCY.max();

    public static final double MIN_PER_SECOND = SharedBounds.PER_SECOND.min();
    public static final int MAX_PER_SECOND = (int) SharedBounds.PER_SECOND.max();
    /** The maximum of jobs and bytes. */
    public static final long MAX_HELD = SharedBounds.MAX_JOBS.max();

    private KeyLimits() {}
}
