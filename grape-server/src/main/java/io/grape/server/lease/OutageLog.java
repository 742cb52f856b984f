package io.grape.server.lease;

import io.grape.core.ErrorCode;
import io.grape.server.failure.Failures;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the log that Redis cannot be used: one line when that begins, and one when it is over, however many calls fail
 * meanwhile. It is over once all that failed was tried again and went well. May be asked from anywhere.
 */
public final class OutageLog {
    /** What is tried again at every heartbeat. What is not tried again at all counts as this, too. */
    public static final Object BEAT = "heartbeat";

    private static final Logger LOG = LoggerFactory.getLogger(OutageLog.class);

    private final Set<Object> failing = new HashSet<>();
    private boolean isKnown;
    private long lastNanos;

    /** True when a failure of {@code what} is told with this; one of another kind is for the caller to tell. */
    public synchronized boolean covers(Object what, Throwable failure) {
        if (!Failures.is(ErrorCode.STORE_UNAVAILABLE, failure)) {
            passed(what);
            return false;
        }
        if (failing.isEmpty()) {
            LOG.warn("{}, trying again until it can", Failures.detail(failure));
        }
        failing.add(what);
        isKnown = true;
        lastNanos = System.nanoTime();
        return true;
    }

    /** How long ago the last such failure was, empty = there was none. */
    public synchronized Optional<Duration> sinceLast() {
        return isKnown ? Optional.of(Duration.ofNanos(System.nanoTime() - lastNanos)) : Optional.empty();
    }

    /** What may have failed went well. */
    public synchronized void passed(Object what) {
        if (failing.remove(what) && failing.isEmpty()) {
            LOG.info("Redis can be used again");
        }
    }
}
