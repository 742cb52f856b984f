package io.grape.outbox;

import io.grape.client.GrapeException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the response to a produce means for its row. */
enum Verdict {
    /** The job exists, or did: the row is deleted. */
    DELIVERED,
    /** This job is not taken as it is. The row waits by itself, and nothing waits for it. */
    REFUSED,
    /** No job of this tube is taken now. Its rows wait, unchanged. */
    TUBE_PAUSED,
    /** No broker is there, or it fails. All rows wait, unchanged. */
    ALL_PAUSED;

    /** What a proxy says of a body that it does not pass on. */
    private static final Set<Integer> OF_BODY = Set.of(400, 413, 422);

    /** @param hasKey whether the tube may be full for the job's key alone */
    static Verdict of(@Nullable GrapeException failure, boolean hasKey) {
        if (failure == null) {
            return DELIVERED;
        }
        return switch (failure.code()) {
            case UNREACHABLE, TIMED_OUT, DRAINING, UNAUTHENTICATED, INTERNAL -> ALL_PAUSED;
            case OVERLOADED, DEADLINE_EXCEEDED, STORE_UNAVAILABLE, QUOTA_EXCEEDED -> TUBE_PAUSED;
            case TUBE_FULL -> hasKey ? REFUSED : TUBE_PAUSED;
            case UNKNOWN -> isOfProxy(failure) && !OF_BODY.contains(failure.status()) ? ALL_PAUSED : REFUSED;
            default -> REFUSED;
        };
    }

    /** Whether something in front of the brokers responded, and no broker. */
    private static boolean isOfProxy(GrapeException failure) {
        return failure.status() != 0 && failure.requestId() == null;
    }

    /** Whether a broker was there. */
    boolean isOfBroker() {
        return this == DELIVERED || this == REFUSED;
    }
}
