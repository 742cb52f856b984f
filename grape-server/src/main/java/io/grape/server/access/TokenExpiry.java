package io.grape.server.access;

import io.grape.core.GrapeException;
import java.time.Duration;
import java.time.Instant;

/** When a token ends. */
public sealed interface TokenExpiry {
    /** Fails with BAD_REQUEST where that is not in the future. */
    Instant from(Instant now);

    String shown();

    /** At a time. */
    record At(Instant time) implements TokenExpiry {
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

    /** After some time. */
    record After(Duration time) implements TokenExpiry {
        @Override
        public Instant from(Instant now) {
            return now.plus(time);
        }

        @Override
        public String shown() {
            return time.toString();
        }
    }
}
