package io.grape.client.transport;

import java.util.concurrent.CompletableFuture;

/**
 * A future whose {@link #cancel} reaches what makes its value, through any number of stages that depend on it: a consume that is
 * given up closes its connection, and its jobs are free at once.
 */
public final class Cancellable<T> extends CompletableFuture<T> {
    private final Runnable canceller;

    /**
     * One that nobody has completed.
     *
     * @param canceller called at each cancel, also after the end, when it has nothing to do
     */
    public Cancellable(Runnable canceller) {
        this.canceller = canceller;
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        boolean cancelled = super.cancel(mayInterrupt);
        canceller.run();
        return cancelled;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new Cancellable<>(() -> cancel(true));
    }
}
