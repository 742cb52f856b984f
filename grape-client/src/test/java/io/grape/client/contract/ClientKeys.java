package io.grape.client.contract;

import io.grape.client.AsyncTubes;
import io.grape.core.CallContext;
import io.grape.core.TubeName;
import io.grape.core.key.JobKeys;
import io.grape.core.key.KeyOverride;
import io.grape.core.key.KeyPage;
import io.grape.core.key.KeySort;
import io.grape.core.key.KeyState;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The port, spoken by a client over HTTP. */
final class ClientKeys implements JobKeys {
    private final AsyncTubes tubes;

    ClientKeys(AsyncTubes tubes) {
        this.tubes = tubes;
    }

    @Override
    public CompletionStage<KeyState> get(TubeName tube, String key) {
        return Words.ours(tubes.keys(tube.value()).get(key)).thenApply(KeyWords::state);
    }

    @Override
    public CompletionStage<KeyPage> list(
            TubeName tube, KeySort sort, int limit, @Nullable String cursor, CallContext context) {
        io.grape.client.KeySort wanted = io.grape.client.KeySort.valueOf(sort.name());
        return Words.ours(tubes.keys(tube.value()).list(wanted, limit, cursor))
                .thenApply(page ->
                        new KeyPage(page.keys().stream().map(KeyWords::state).toList(), page.next()));
    }

    /** A client is not told whether the key had an override, and looks before. */
    @Override
    public CompletionStage<Boolean> put(TubeName tube, String key, KeyOverride override) {
        return Words.ours(tubes.keys(tube.value()).get(key))
                .thenCompose(before -> Words.ours(tubes.keys(tube.value()).put(key, KeyWords.override(override)))
                        .thenApply(done -> !before.isOverridden()));
    }

    @Override
    public CompletionStage<Void> delete(TubeName tube, String key) {
        return Words.ours(tubes.keys(tube.value()).delete(key));
    }
}
