package io.grape.core.job;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.Limits;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When a new job becomes ready: after a delay by Redis's clock, or at an instant. Exactly one of the two is set. */
public record Due(@Nullable Duration delay, @Nullable Instant at) {
    public static final Due NOW = after(Duration.ZERO);

    public Due {
        if ((delay == null) == (at == null)) {
            throw new GrapeException(ErrorCode.BAD_REQUEST, "delayMs, dueAt: expected at most one of them, got both");
        }
        if (delay != null) {
            Limits.checkedDelay("delayMs", delay);
        }
        if (at != null && (at.isBefore(Instant.EPOCH) || at.isAfter(Limits.MAX_DUE))) {
            throw GrapeException.badValue("dueAt", "1970-01-01T00:00:00Z to " + Limits.MAX_DUE, at);
        }
    }

    public static Due after(Duration delay) {
        return new Due(delay, null);
    }

    public static Due at(Instant instant) {
        return new Due(null, instant);
    }
}
