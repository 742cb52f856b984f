package io.grape.core.job;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.Limits;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When a new job expires unless it is begun: some time after its produce by Redis's clock, or at an instant. Exactly one of the
 * two is set.
 */
public record Expiry(@Nullable Duration after, @Nullable Instant at) {
    public Expiry {
        if ((after == null) == (at == null)) {
            throw new GrapeException(
                    ErrorCode.BAD_REQUEST, "expiresAfterMs, expiresAt: expected at most one of them, got both");
        }
        if (after != null) {
            Limits.checkedExpiry(after);
        }
        if (at != null && (at.isBefore(Instant.EPOCH) || at.isAfter(Limits.MAX_DUE))) {
            throw GrapeException.badValue("expiresAt", "1970-01-01T00:00:00Z to " + Limits.MAX_DUE, at);
        }
    }

    public static Expiry after(Duration time) {
        return new Expiry(time, null);
    }

    public static Expiry at(Instant instant) {
        return new Expiry(null, instant);
    }

    /** Refuses a job that would be due no sooner than it expires, if no clock is needed to tell. */
    void check(Due due) {
        Duration delay = due.delay();
        Instant dueAt = due.at();
        if (after != null && delay != null && after.compareTo(delay) <= 0) {
            throw GrapeException.badValue("expiresAfterMs", "more than delayMs, " + delay.toMillis(), after.toMillis());
        }
        if (at != null && dueAt != null && !at.isAfter(dueAt)) {
            throw GrapeException.badValue("expiresAt", "an instant after dueAt, " + dueAt, at);
        }
    }
}
