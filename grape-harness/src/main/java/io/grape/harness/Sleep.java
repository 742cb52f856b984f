package io.grape.harness;

import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/** Waits. */
public final class Sleep {
    private static final Duration MAX = Duration.ofSeconds(90);
    private static final long POLL_MILLIS = 50;

    private Sleep() {}

    public static void millis(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessFailure("interrupted", e);
        }
    }

    /** Returns at once when that is past. */
    public static void until(Instant instant) {
        millis(Math.max(0, Duration.between(Instant.now(), instant).toMillis()));
    }

    /** Until that is so; fails when it is not so in time. */
    public static void until(String what, BooleanSupplier isSo) {
        long deadline = System.nanoTime() + MAX.toNanos();
        while (!isSo.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new HarnessFailure("waited " + MAX.toSeconds() + " s in vain for " + what);
            }
            millis(POLL_MILLIS);
        }
    }
}
