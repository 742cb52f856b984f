package io.grape.redis.overload;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Runs a check every {@value #EVERY_MILLIS} ms while anything waits. If the check is late, this process may have been paused, and replies
 * that have arrived may not be read yet. Then it waits once more before it checks. Thread-safe.
 */
public final class Sweeper {
    private static final long EVERY_MILLIS = 20;
    private static final long STOOD_STILL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final BooleanSupplier sweep;
    private final AtomicBoolean isArmed = new AtomicBoolean();
    private volatile boolean isPutOff;

    /**
     * Does not run yet.
     *
     * @param sweep the check; returns whether something still waits
     */
    public Sweeper(BooleanSupplier sweep) {
        this.sweep = sweep;
    }

    /** Something waits. */
    public void wake() {
        if (isArmed.compareAndSet(false, true)) {
            long armed = System.nanoTime();
            // The default executor would start a thread for each check on a machine with one or two CPUs.
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
