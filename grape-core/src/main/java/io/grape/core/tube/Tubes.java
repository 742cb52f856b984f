package io.grape.core.tube;

import io.grape.core.TubeName;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What can be done to tubes. Stages fail as those of {@code Broker} do; with TUBE_NOT_FOUND where the tube must exist. */
public interface Tubes {
    /** The names of all tubes. */
    CompletionStage<Set<TubeName>> names();

    /** True when the tube is there and not being removed. Costs less than {@link #describe}. */
    CompletionStage<Boolean> exists(TubeName name);

    /** Makes a tube. False, and nothing changed, when it exists. */
    CompletionStage<Boolean> create(TubeName name, TubeSettings settings);

    /**
     * The same for somebody who may make only so many. Fails with QUOTA_EXCEEDED where as many are there that this maker made. A tube
     * whose making was refused does not count.
     */
    default CompletionStage<Boolean> create(TubeName name, TubeSettings settings, TubeCreator creator) {
        return create(name, settings);
    }

    /** Changes some of a tube's settings; jobs that are in it keep theirs. Fails with WRONG_STATE where they have another rev than asked for. */
    CompletionStage<Void> configure(TubeName name, TubeSettingsChange change);

    CompletionStage<Tube> describe(TubeName name);

    /** Removes a tube with all its jobs, in slices. Goes on after a crash of this process, at whichever broker sees it next. */
    CompletionStage<Void> delete(TubeName name);

    /** Removes a tube if no job is in it. False, and nothing changed, when there is one. */
    CompletionStage<Boolean> deleteIfEmpty(TubeName name);

    /**
     * Stops deliveries; everything else goes on, leases too.
     *
     * @param duration 1 ms to 2^32-1 s, null = until resumed
     * @param reason at most 1000 characters
     */
    CompletionStage<Void> pause(TubeName name, @Nullable Duration duration, String reason);

    CompletionStage<Void> resume(TubeName name);

    /** Takes back the jobs whose leases have run out, a bounded number of them. An unknown tube has none. A removal that was broken off goes on behind it. */
    CompletionStage<ExpiryPass> expireLeases(TubeName name);
}
