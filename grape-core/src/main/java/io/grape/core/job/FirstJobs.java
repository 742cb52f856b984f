package io.grape.core.job;

import io.grape.core.JobState;
import io.grape.core.TubeName;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Looks at what comes next in a tube. Stages fail as those of {@link Broker} do. */
public interface FirstJobs {
    /** The next job to be delivered. It waits for its turn as a consume does. Fails with OVERLOADED if it is shed. */
    CompletionStage<Optional<FirstJob>> next(TubeName tube);

    /**
     * The first job in a state: of the ready ones the next to be delivered, of the delayed ones the next to be due, of the failed ones the
     * first that failed. Empty where there is none, or the tube is unknown.
     *
     * @param state any but retained
     * @param paused whether jobs of a paused tube count
     */
    CompletionStage<Optional<FirstJob>> first(TubeName tube, JobState state, boolean paused);
}
