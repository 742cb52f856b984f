package io.grape.server.check;

import io.grape.server.failure.Failures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Whether this broker can do its work now: a real script runs, and the discovery loop gets through. A response holds for a
 * second, so that those who ask often put no load on Redis.
 */
public final class Readiness {
    /** Five beats. */
    static final Duration STALLED = Duration.ofSeconds(10);

    private final Supplier<CompletionStage<Void>> check;
    private final Supplier<Duration> loopAge;
    private final Duration freshness;
    private CompletableFuture<List<String>> store = CompletableFuture.completedFuture(List.of());
    private long checkedAt;
    private boolean checkedOnce;

    /**
     * Asks these two.
     *
     * @param check fails when a script cannot run
     * @param loopAge how long ago the discovery loop last got through
     * @param freshness how long a response of the check holds
     */
    public Readiness(Supplier<CompletionStage<Void>> check, Supplier<Duration> loopAge, Duration freshness) {
        this.check = check;
        this.loopAge = loopAge;
        this.freshness = freshness;
    }

    /** What is wrong, for people; nothing = ready. Never fails. */
    public CompletionStage<List<String>> now() {
        return store().thenApply(wrong -> {
            List<String> reasons = new ArrayList<>(wrong);
            Duration age = loopAge.get();
            if (age.compareTo(STALLED) > 0) {
                reasons.add("the discovery loop has not got through for " + age.toSeconds() + " s");
            }
            return reasons;
        });
    }

    private synchronized CompletableFuture<List<String>> store() {
        boolean fresh = checkedOnce && System.nanoTime() - checkedAt < freshness.toNanos();
        if (store.isDone() && !fresh) {
            checkedOnce = true;
            checkedAt = System.nanoTime();
            store = check.get()
                    .toCompletableFuture()
                    .handle((done, failure) -> failure == null ? List.of() : List.of(Failures.detail(failure)));
        }
        return store;
    }
}
