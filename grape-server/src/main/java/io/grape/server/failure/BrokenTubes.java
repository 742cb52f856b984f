package io.grape.server.failure;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tubes whose keys somebody broke, so that they cannot be looked at. Whoever goes through many tubes passes them over. */
public final class BrokenTubes {
    private static final Logger LOG = LoggerFactory.getLogger(BrokenTubes.class);
    private static final long ONCE_IN_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_REMEMBERED = 1000;
    private static final Map<TubeName, Long> TOLD = new ConcurrentHashMap<>();

    private BrokenTubes() {}

    /** True when this failed because of what the tube holds; the log is told so once a minute and tube at most. */
    public static boolean passedOver(TubeName tube, Throwable failure) {
        if (!isBroken(Failures.cause(failure))) {
            return false;
        }
        if (isDue(tube)) {
            LOG.warn("passed over, it cannot be looked at tube={}: {}", tube, Failures.detail(failure));
        }
        return true;
    }

    /** Redis answers, and so it would again. */
    private static boolean isBroken(Throwable cause) {
        return cause instanceof GrapeException ours
                ? ours.code() == ErrorCode.WRONG_STATE || ours.code() == ErrorCode.INTERNAL
                : cause instanceof RuntimeException;
    }

    private static boolean isDue(TubeName tube) {
        if (TOLD.size() > MAX_REMEMBERED) {
            TOLD.clear();
        }
        long now = System.nanoTime();
        return now == TOLD.compute(tube, (name, told) -> told == null || now - told >= ONCE_IN_NANOS ? now : told);
    }
}
