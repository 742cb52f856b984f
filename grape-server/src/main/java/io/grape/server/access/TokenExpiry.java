package io.grape.server.access;

import java.time.Instant;

/** When a token ends. */
public sealed interface TokenExpiry permits ExpiryAt, ExpiryAfter {
    /** Fails with BAD_REQUEST where that is not in the future. */
    Instant from(Instant now);

    String shown();
}
