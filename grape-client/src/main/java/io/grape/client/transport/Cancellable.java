package io.grape.client.transport;

import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A future whose {@link #cancel} reaches what makes its value, through any number of stages that depend on it: a consume that is
 * given up closes its connection, and its jobs are free at once. Where the value is coming just now it is not given up: cancel is
 * false, and the future gets it.
 */
public final class Cancellable<T> extends CompletableFuture<T> {
    private final BooleanSupplier canceller;
    private final @Nullable Cancellable<?> before;

    /**
     * One that nobody has completed.
     *
     * @param canceller called at each cancel, also after the end: false when it is too late to give anything up
     */
    public Cancellable(BooleanSupplier canceller) {
        this(canceller, null);
    }

    private Cancellable(BooleanSupplier canceller, @Nullable Cancellable<?> before) {
        this.canceller = canceller;
        this.before = before;
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        if (!canceller.getAsBoolean()) {
            return isCancelled();
        }
        boolean cancelled = super.cancel(mayInterrupt);
        for (Cancellable<?> one = before; one != null; one = one.before) {
            one.end();
        }
        return cancelled;
    }

    private void end() {
        super.cancel(true);
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new Cancellable<>(canceller, this);
    }
}
