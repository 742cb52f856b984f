package io.grape.core.key;

import io.grape.core.CallContext;
import io.grape.core.TubeName;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The keys of tubes. Stages fail with TUBE_NOT_FOUND, and with BAD_REQUEST for an invalid key. */
public interface JobKeys {
    /** The maximum number of overrides in a tube. */
    int MAX_OVERRIDES = 10_000;
    /** The maximum number of keys in a page. */
    int MAX_PAGE = 1000;

    /** A key with the values in effect, whether it has jobs or not. */
    CompletionStage<KeyState> get(TubeName tube, String key);

    /**
     * A page of the keys that have jobs, waiting or leased, or an override.
     *
     * @param limit 1 to {@link #MAX_PAGE}
     * @param cursor from an earlier page of the same order, null = from the start
     */
    default CompletionStage<KeyPage> list(TubeName tube, KeySort sort, int limit, @Nullable String cursor) {
        return list(tube, sort, limit, cursor, CallContext.NONE);
    }

    /** The same in time. Fails with DEADLINE_EXCEEDED if the deadline passes before it leaves. */
    CompletionStage<KeyPage> list(TubeName tube, KeySort sort, int limit, @Nullable String cursor, CallContext context);

    /**
     * Replaces the override of a key; it counts from the next delivery on, for waiting jobs too. Fails with WRONG_STATE
     * if the tube has no keys, or {@link #MAX_OVERRIDES} of other keys. Fails with BAD_REQUEST for a concurrency other
     * than 1 where the tube keeps an order.
     *
     * @return true if the key had none
     */
    CompletionStage<Boolean> put(TubeName tube, String key, KeyOverride override);

    /** Removes the override of a key, if it has one, and ends a rest of the key that a worker asked for. */
    CompletionStage<Void> delete(TubeName tube, String key);
}
