package io.grape.server.metrics;

import io.grape.core.TubeName;
import io.grape.core.key.KeyShares;
import io.grape.core.key.LargestKeys;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which keys of tubes have the most jobs, some seconds ago at most: one small script for each tube that is asked
 * about, at most once in that time.
 */
public final class KeySnapshots {
    private static final Duration FRESHNESS = Duration.ofSeconds(5);

    private final LargestKeys source;
    private final Duration freshness;
    private final Map<TubeName, OfTube> tubes = new ConcurrentHashMap<>();

    public KeySnapshots(LargestKeys source) {
        this(source, FRESHNESS);
    }

    KeySnapshots(LargestKeys source, Duration freshness) {
        this.source = source;
        this.freshness = freshness;
    }

    /** What was seen last, at once where anything was; it is looked at anew if that is too long ago. */
    CompletionStage<Optional<KeyShares>> last(TubeName tube) {
        return of(tube).last();
    }

    /** What is seen now, or was some seconds ago at most. */
    CompletionStage<Optional<KeyShares>> fresh(TubeName tube) {
        return of(tube).fresh();
    }

    private OfTube of(TubeName tube) {
        return tubes.computeIfAbsent(tube, OfTube::new);
    }

    /** Forgets all other tubes. */
    void keep(Set<TubeName> wanted) {
        tubes.keySet().retainAll(wanted);
    }

    private final class OfTube {
        private final TubeName tube;
        private @Nullable CompletableFuture<Optional<KeyShares>> before;
        private @Nullable CompletableFuture<Optional<KeyShares>> newest;
        private long beganAt;

        OfTube(TubeName tube) {
            this.tube = tube;
        }

        synchronized CompletableFuture<Optional<KeyShares>> fresh() {
            CompletableFuture<Optional<KeyShares>> found = newest;
            boolean isOld = found == null || (found.isDone() && System.nanoTime() - beganAt >= freshness.toNanos());
            if (found != null && !isOld) {
                return found;
            }
            if (found != null && !found.isCompletedExceptionally()) {
                before = found;
            }
            beganAt = System.nanoTime();
            CompletableFuture<Optional<KeyShares>> begun =
                    source.largestKeys(tube).toCompletableFuture();
            newest = begun;
            return begun;
        }

        synchronized CompletableFuture<Optional<KeyShares>> last() {
            CompletableFuture<Optional<KeyShares>> now = fresh();
            boolean isThere = now.isDone() && !now.isCompletedExceptionally();
            return isThere || before == null ? now : before;
        }
    }
}
