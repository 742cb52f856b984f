package io.grape.client.transport;

import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A future whose {@link #cancel} reaches its source through any number of dependent stages. So a cancelled consume
 * closes its connection, and its jobs are free at once. If the value is arriving, {@code cancel} returns false, and the
 * future completes.
 */
public final class Cancellable<T> extends CompletableFuture<T> {
    private final BooleanSupplier canceller;
    private final @Nullable Cancellable<?> before;

    /**
     * A new future.
     *
     * @param canceller called at each cancel, even after the end; false: it is too late to cancel
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
