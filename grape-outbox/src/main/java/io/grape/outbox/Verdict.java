package io.grape.outbox;

import io.grape.client.GrapeException;
import org.jspecify.annotations.Nullable;

/** What the response to a produce means for its row. */
enum Verdict {
    /** The job exists, or did: the row is deleted. */
    DELIVERED,
    /** This job is not taken as it is. The row waits by itself, and nothing waits for it. */
    REFUSED,
    /** No job of this tube is taken now. Its rows wait, unchanged. */
    TUBE_PAUSED,
    /** No job is taken now. All rows wait, unchanged. */
    ALL_PAUSED;

    /** @param hasKey whether the tube may be full for the job's key alone */
    static Verdict of(@Nullable GrapeException failure, boolean hasKey) {
        if (failure == null) {
            return DELIVERED;
        }
        return switch (failure.code()) {
            case UNREACHABLE, TIMED_OUT, DRAINING, UNAUTHENTICATED -> ALL_PAUSED;
            case OVERLOADED, DEADLINE_EXCEEDED, STORE_UNAVAILABLE, QUOTA_EXCEEDED -> TUBE_PAUSED;
            case TUBE_FULL -> hasKey ? REFUSED : TUBE_PAUSED;
            default -> REFUSED;
        };
    }
}
