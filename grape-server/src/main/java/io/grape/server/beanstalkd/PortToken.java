package io.grape.server.beanstalkd;

import io.grape.core.GrapeException;
import io.grape.core.OncePerInterval;
import io.grape.server.access.Access;
import io.grape.server.access.Principal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The token whose rights the callers of the port have. A newer one of its name takes its place once it is gone, so that tokens can be
 * exchanged while clients are served. Thread-safe.
 */
final class PortToken {
    private static final Logger LOG = LoggerFactory.getLogger(PortToken.class);

    private final Access access;
    private final @Nullable String given;
    private final OncePerInterval warnings = new OncePerInterval(Duration.ofMinutes(1));
    private volatile @Nullable String id;

    /**
     * Nobody has its rights yet.
     *
     * @param given its name or id; null = callers may do everything
     */
    PortToken(Access access, @Nullable String given) {
        this.access = access;
        this.given = given;
    }

    /** Reads which one it is. Fails with BAD_REQUEST where there is none, or several have this name. */
    Principal read() {
        Principal found = access.named(given);
        id = found.id();
        return found;
    }

    /** Whose rights a new connection has; nobody's, where there is no such token any more. */
    Principal caller() {
        try {
            return given == null || id == null ? read() : access.named(id);
        } catch (GrapeException gone) {
            return successor();
        }
    }

    private Principal successor() {
        try {
            return read();
        } catch (GrapeException e) {
            if (warnings.isDue()) {
                LOG.warn("clients of beanstalkd are refused: {}", e.getMessage());
            }
            return Principal.NOBODY;
        }
    }
}
