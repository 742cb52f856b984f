package io.grape.spring;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * How long Spring waits for what ends in one phase of a shutdown. After that it closes the client, whatever still runs.
 *
 * @param timeout of a phase
 */
record ShutdownPhase(Duration timeout) {
    private static final Logger LOG = LoggerFactory.getLogger(ShutdownPhase.class);
    private static final String PROPERTY = "spring.lifecycle.timeout-per-shutdown-phase";
    private static final Duration USUAL = Duration.ofSeconds(30);
    /** For the acknowledgements, after the handlers. */
    private static final Duration RESERVE = Duration.ofSeconds(5);

    static ShutdownPhase of(Environment environment) {
        return new ShutdownPhase(
                Binder.get(environment).bind(PROPERTY, Duration.class).orElse(USUAL));
    }

    /** As much of a drain as the phase has time for. */
    Duration cut(Duration drain) {
        Duration most = timeout.compareTo(RESERVE) > 0 ? timeout.minus(RESERVE) : Duration.ZERO;
        if (drain.compareTo(most) <= 0) {
            return drain;
        }
        LOG.warn(
                "grape.worker.drain is cut to fit the shutdown phase drain={} {}={} cut={}",
                drain,
                PROPERTY,
                timeout,
                most);
        return most;
    }
}
