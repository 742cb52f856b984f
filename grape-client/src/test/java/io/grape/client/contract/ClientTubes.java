package io.grape.client.contract;

import io.grape.client.AsyncTubes;
import io.grape.client.TubePage;
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
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** The port, spoken by a client over HTTP. What the client has no word for aborts the test that wants it. */
final class ClientTubes implements Tubes {
    private final AsyncTubes tubes;

    ClientTubes(AsyncTubes tubes) {
        this.tubes = tubes;
    }

    @Override
    public CompletionStage<NavigableSet<TubeName>> names() {
        return Words.ours(tubes.list(1000, null)).thenApply(ClientTubes::names);
    }

    private static NavigableSet<TubeName> names(TubePage page) {
        return page.tubes().stream()
                .map(tube -> new TubeName(tube.name()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public CompletionStage<Boolean> exists(TubeName name) {
        return Words.ours(tubes.status(name.value())).thenApply(status -> status.isPresent());
    }

    @Override
    public CompletionStage<Boolean> create(TubeName name, TubeSettings settings) {
        return exists(name)
                .thenCompose(isThere -> isThere
                        ? CompletableFuture.completedFuture(false)
                        : Words.ours(tubes.configure(
                                        name.value(),
                                        SettingsWords.theirs(settings.asChange().values())))
                                .thenApply(made -> true));
    }

    @Override
    public CompletionStage<@Nullable Void> configure(TubeName name, TubeSettingsChange change) {
        return describe(name)
                .thenCompose(tube -> Words.ours(tubes.configure(name.value(), SettingsWords.theirs(change.values()))))
                .thenApply(done -> null);
    }

    @Override
    public CompletionStage<Tube> describe(TubeName name) {
        return Words.ours(tubes.status(name.value()))
                .thenApply(status -> status.map(tube -> Words.tube(name, tube))
                        .orElseThrow(() -> new GrapeException(ErrorCode.TUBE_NOT_FOUND, "as the client says")));
    }

    @Override
    public CompletionStage<@Nullable Void> delete(TubeName name) {
        return Words.ours(tubes.delete(name.value())).thenApply(wasThere -> {
            if (!wasThere) {
                throw new GrapeException(ErrorCode.TUBE_NOT_FOUND, "as the client says");
            }
            return null;
        });
    }

    @Override
    public CompletionStage<Boolean> deleteIfEmpty(TubeName name) {
        return Assumptions.abort("the client deletes a tube with what is in it");
    }

    @Override
    public CompletionStage<@Nullable Void> pause(TubeName name, @Nullable Duration duration, String reason) {
        return Words.ours(tubes.pause(name.value(), duration, reason)).thenApply(paused -> null);
    }

    @Override
    public CompletionStage<@Nullable Void> resume(TubeName name) {
        return Words.ours(tubes.resume(name.value())).thenApply(resumed -> null);
    }

    @Override
    public CompletionStage<ExpiryPass> expireLeases(TubeName name) {
        return Assumptions.abort("brokers expire leases by themselves");
    }
}
