package io.grape.bench.stage;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Waits. */
public final class Pause {
    private Pause() {}

    public static void millis(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StageFailure("interrupted", e);
        }
    }

    /** Returns at once when that is past. */
    public static void until(Instant instant) {
        millis(Math.max(0, Duration.between(Instant.now(), instant).toMillis()));
    }
}
