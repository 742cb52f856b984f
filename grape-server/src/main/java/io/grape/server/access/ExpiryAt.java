package io.grape.server.access;

import io.grape.core.GrapeException;
import java.time.Instant;

/** ExpiryAt a time. */
public record ExpiryAt(Instant time) implements TokenExpiry {
    @Override
    public Instant from(Instant now) {
        if (!time.isAfter(now)) {
            throw GrapeException.badValue("expiresAt", "a time after " + now, time);
        }
        return time;
    }

    @Override
    public String shown() {
        return time.toString();
    }
}
