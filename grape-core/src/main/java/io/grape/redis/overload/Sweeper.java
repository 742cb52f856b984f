package io.grape.redis.overload;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Looks again and again at what waits, while anything does. If it comes late, this process may have stood still: then it waits
 * once more before it looks, as replies that came may not be read yet. Thread-safe.
 */
public final class Sweeper {
    private static final long EVERY_MILLIS = 20;
    private static final long STOOD_STILL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final BooleanSupplier sweep;
    private final AtomicBoolean isArmed = new AtomicBoolean();
    private volatile boolean isPutOff;

    /**
     * Looks at nothing yet.
     *
     * @param sweep a look; true if something waits still
     */
    public Sweeper(BooleanSupplier sweep) {
        this.sweep = sweep;
    }

    /** Something waits. */
    public void wake() {
        if (isArmed.compareAndSet(false, true)) {
            long armed = System.nanoTime();
            // The default executor would start a thread for each look on a machine with one or two CPUs.
            Executor later = CompletableFuture.delayedExecutor(EVERY_MILLIS, TimeUnit.MILLISECONDS, Runnable::run);
            later.execute(() -> sweep(armed));
        }
    }

    private void sweep(long armed) {
        boolean isLate = System.nanoTime() - armed > STOOD_STILL_NANOS;
        isPutOff = isLate && !isPutOff;
        isArmed.set(false);
        if (isPutOff || sweep.getAsBoolean()) {
            wake();
        }
    }
}
