package io.grape.client;

import org.jspecify.annotations.Nullable;

/**
 * The calls for the keys of one tube. Each call fails with a {@link GrapeException}, {@link ErrorCode#TUBE_NOT_FOUND}
 * if there is no such tube. What a key is: {@code docs/fairness.md}.
 */
public final class TubeKeys {
    private final AsyncTubeKeys async;

    TubeKeys(AsyncTubeKeys async) {
        this.async = async;
    }

    /** The current state of a key, whether it has jobs or not. */
    public KeyStatus get(String key) {
        return Futures.get(async.get(key));
    }

    /**
     * Lists the keys that have jobs, waiting or leased, or an override.
     *
     * @param limit 1 to 1000
     * @param cursor {@link KeyPage#next} of the page before; null for the first
     */
    public KeyPage list(KeySort sort, int limit, @Nullable String cursor) {
        return Futures.get(async.list(sort, limit, cursor));
    }

    /**
     * Replaces the override of a key; it counts from the next delivery on, for waiting jobs too. Fails with
     * {@link ErrorCode#WRONG_STATE} if the tube has no keys, or 10,000 overrides of other keys.
     */
    public KeyStatus put(String key, KeyOverride override) {
        return Futures.get(async.put(key, override));
    }

    /** Removes the override of a key, if it has one, and ends a rest of the key that a worker asked for. */
    public void delete(String key) {
        Futures.get(async.delete(key));
    }
}
