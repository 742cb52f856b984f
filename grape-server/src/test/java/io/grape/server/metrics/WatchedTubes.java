package io.grape.server.metrics;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.tube.ExpiryPass;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import io.grape.core.tube.Tubes;
import java.time.Duration;
import java.util.NavigableSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Tubes whose descriptions are counted, and can be made to fail. */
final class WatchedTubes implements Tubes {
    final AtomicInteger described = new AtomicInteger();
    volatile boolean failing;

    private final Tubes tubes;

    WatchedTubes(Tubes tubes) {
        this.tubes = tubes;
    }

    @Override
    public CompletionStage<Tube> describe(TubeName name) {
        described.incrementAndGet();
        return failing
                ? CompletableFuture.failedStage(new GrapeException(ErrorCode.STORE_UNAVAILABLE, "on command"))
                : tubes.describe(name);
    }

    @Override
    public CompletionStage<NavigableSet<TubeName>> names() {
        return tubes.names();
    }

    @Override
    public CompletionStage<Boolean> exists(TubeName name) {
        return tubes.exists(name);
    }

    @Override
    public CompletionStage<Boolean> create(TubeName name, TubeSettings settings) {
        return tubes.create(name, settings);
    }

    @Override
    public CompletionStage<Boolean> deleteIfEmpty(TubeName name) {
        return tubes.deleteIfEmpty(name);
    }

    @Override
    public CompletionStage<Void> configure(TubeName name, TubeSettingsChange change) {
        return tubes.configure(name, change);
    }

    @Override
    public CompletionStage<Void> delete(TubeName name) {
        return tubes.delete(name);
    }

    @Override
    public CompletionStage<Void> pause(TubeName name, @Nullable Duration duration, String reason) {
        return tubes.pause(name, duration, reason);
    }

    @Override
    public CompletionStage<Void> resume(TubeName name) {
        return tubes.resume(name);
    }

    @Override
    public CompletionStage<ExpiryPass> expireLeases(TubeName name) {
        return tubes.expireLeases(name);
    }
}
