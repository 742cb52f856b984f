package io.grape.core;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Time limits of a second or more, most of which are cancelled. One sweep every 100 ms runs the expired ones, because
 * {@link CompletableFuture#orTimeout} would wake the timer's thread at nearly every call.
 */
final class DeadlineSweep {
    /** Shorter limits are not for a sweep. */
    static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long SWEEP_MILLIS = 100;
    private static final Set<Limit> LIMITS = ConcurrentHashMap.newKeySet();
    private static final AtomicBoolean IS_ARMED = new AtomicBoolean();

    private DeadlineSweep() {}

    /** One time limit. */
    static final class Limit {
        private final long end;
        private final Runnable late;

        private Limit(long end, Runnable late) {
            this.end = end;
            this.late = late;
        }

        void cancel() {
            LIMITS.remove(this);
        }
    }

    /** Runs {@code late} after so many nanoseconds, up to 100 ms later, unless it is cancelled before. */
    static Limit add(long nanos, Runnable late) {
        Limit limit = new Limit(System.nanoTime() + nanos, late);
        LIMITS.add(limit);
        arm();
        return limit;
    }

    private static void arm() {
        if (!IS_ARMED.get() && IS_ARMED.compareAndSet(false, true)) {
            CompletableFuture.delayedExecutor(SWEEP_MILLIS, TimeUnit.MILLISECONDS, Runnable::run)
                    .execute(DeadlineSweep::sweep);
        }
    }

    private static void sweep() {
        IS_ARMED.set(false);
        long now = System.nanoTime();
        List<Limit> overdue =
                LIMITS.stream().filter(limit -> now - limit.end >= 0).toList();
        for (Limit limit : overdue) {
            if (LIMITS.remove(limit)) {
                limit.late.run();
            }
        }
        if (!LIMITS.isEmpty()) {
            arm();
        }
    }
}
