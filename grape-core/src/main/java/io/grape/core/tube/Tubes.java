package io.grape.core.tube;

import io.grape.core.TubeName;
import java.time.Duration;
import java.util.NavigableSet;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The operations on tubes. Stages fail as those of {@code Broker} do, and with TUBE_NOT_FOUND if the tube must exist.
 */
public interface Tubes {
    /** The names of all tubes, in their order. Callers share the set, which never changes. */
    CompletionStage<NavigableSet<TubeName>> names();

    /** True if the tube exists and is not being removed. Cheaper than {@link #describe}. */
    CompletionStage<Boolean> exists(TubeName name);

    /** The same before a delivery: it waits for its turn as a consume does. Fails with OVERLOADED if it is shed. */
    default CompletionStage<Boolean> existsInTurn(TubeName name) {
        return exists(name);
    }

    /** Creates a tube. False, without a change, if it exists. */
    CompletionStage<Boolean> create(TubeName name, TubeSettings settings);

    /**
     * The same for a creator with a limit. Fails with QUOTA_EXCEEDED if as many of its tubes exist. A refused tube does
     * not count.
     */
    default CompletionStage<Boolean> create(TubeName name, TubeSettings settings, TubeCreator creator) {
        return create(name, settings);
    }

    /**
     * Changes some of a tube's settings; its existing jobs keep theirs. Fails with WRONG_STATE if the settings have
     * another rev than expected.
     */
    CompletionStage<Void> configure(TubeName name, TubeSettingsChange change);

    CompletionStage<Tube> describe(TubeName name);

    /** The same for one of many tubes: it waits for its turn as other reads do. Fails with OVERLOADED if it is shed. */
    default CompletionStage<Tube> describeInTurn(TubeName name) {
        return describe(name);
    }

    /** Removes a tube with all its jobs, in slices. After a crash, any broker that sees the tube next continues. */
    CompletionStage<Void> delete(TubeName name);

    /** Removes a tube if it has no job. False, without a change, if it has one. */
    CompletionStage<Boolean> deleteIfEmpty(TubeName name);

    /**
     * Stops deliveries; everything else continues, leases too.
     *
     * @param duration 1 ms to 2^32-1 s, null = until resumed
     * @param reason at most 1000 characters
     */
    CompletionStage<Void> pause(TubeName name, @Nullable Duration duration, String reason);

    CompletionStage<Void> resume(TubeName name);

    /**
     * Takes back a bounded number of jobs whose leases have expired. An unknown tube has none. Then continues an
     * interrupted removal.
     */
    CompletionStage<ExpiryPass> expireLeases(TubeName name);
}
