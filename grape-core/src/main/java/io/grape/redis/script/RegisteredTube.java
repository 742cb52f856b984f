package io.grape.redis.script;

import io.grape.core.GrapeException;
import io.grape.core.OncePerInterval;
import io.grape.core.TubeName;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A tube name in the registry. An invalid one, put there by something else, must not stop the others. */
public final class RegisteredTube {
    private static final Logger LOG = LoggerFactory.getLogger(RegisteredTube.class);
    private static final OncePerInterval WARNINGS = new OncePerInterval(Duration.ofMinutes(1));

    private RegisteredTube() {}

    public static Optional<TubeName> read(String name) {
        try {
            return Optional.of(new TubeName(name));
        } catch (GrapeException e) {
            if (WARNINGS.isDue()) {
                LOG.warn("the registry holds what is no tube, which is passed over: {}", e.detail());
            }
            return Optional.empty();
        }
    }
}
