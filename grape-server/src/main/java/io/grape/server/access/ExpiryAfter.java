package io.grape.server.access;

import java.time.Duration;
import java.time.Instant;

/** ExpiryAfter some time. */
public record ExpiryAfter(Duration time) implements TokenExpiry {
    @Override
    public Instant from(Instant now) {
        return now.plus(time);
    }

    @Override
    public String shown() {
        return time.toString();
    }
}
