package io.grape.redis.overload;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** Looks again and again at what waits, while anything does. Thread-safe. */
public final class Sweeper {
    private static final long EVERY_MILLIS = 20;

    private final BooleanSupplier sweep;
    private final AtomicBoolean isArmed = new AtomicBoolean();

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
            Executor later = CompletableFuture.delayedExecutor(EVERY_MILLIS, TimeUnit.MILLISECONDS);
            later.execute(this::sweep);
        }
    }

    private void sweep() {
        isArmed.set(false);
        if (sweep.getAsBoolean()) {
            wake();
        }
    }
}
