package io.grape.core.job;

import io.grape.core.JobId;
import io.grape.core.TubeName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Deliveries whose leases this broker watches. A consume that waits costs Redis nothing. */
public interface BlockingConsume {
    /**
     * Takes ready jobs of the tubes, in that order, and waits for the first one if there is none.
     *
     * @param tubes 1 to 100, each once
     * @param max 1 to 1000, over all tubes
     * @param wait zero to 60 s
     * @param room the memory for this consumer's jobs, taken just before they come; a caller whose room is full gets
     *     none
     */
    PendingConsume consume(List<TubeName> tubes, int max, Duration wait, ResponseRoom room);

    /** Takes one job by its id. Fails as {@link Broker#take} does. */
    CompletionStage<Job> take(TubeName tube, JobId id);

    /** Gives back jobs whose consumer disconnected before it got them: where they were, at once, this execution uncounted. */
    void giveBack(List<Job> jobs);
}
