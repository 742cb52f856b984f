package io.grape.server.app;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries again while Redis cannot be reached, so that it does not matter which of the two is started first. Says why once, and again
 * when that changes.
 */
final class StartupRetry {
    private static final Logger LOG = LoggerFactory.getLogger(StartupRetry.class);
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private StartupRetry() {}

    /** Blocks. Gives up, with what went wrong last, when the next try would begin after {@code patience}. */
    static <T> T of(Supplier<T> start, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        String told = "";
        while (true) {
            try {
                return start.get();
            } catch (GrapeException e) {
                long left = deadline - System.nanoTime();
                if (e.code() != ErrorCode.STORE_UNAVAILABLE || left < PAUSE.toNanos()) {
                    throw e;
                }
                if (!told.equals(e.detail())) {
                    told = e.detail();
                    LOG.warn(
                            "{}, will retry for {} s",
                            told,
                            Duration.ofNanos(left).toSeconds());
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }
}
