package io.grape.server.presence;

import java.time.Duration;

/**
 * How a broker treats workers that hold a stream open.
 *
 * @param self the name of this broker in the registry
 * @param grace for how long a worker may be without a stream; zero = leases of dead workers are left to their time
 */
public record PresenceOptions(String self, Duration grace) {
    public static final Duration USUAL_GRACE = Duration.ofSeconds(2);
}
