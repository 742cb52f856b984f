package io.grape.core.job;

import io.grape.core.GrapeException;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A consume in progress. */
public interface PendingConsume {
    /** The jobs; none if the time is over. Fails with a {@link GrapeException}. */
    CompletionStage<List<Job>> jobs();

    /** It waits no more: it ends with what is there now. */
    void hurry();

    /** The consumer disconnected: jobs that come for it from now on are given back. */
    void leave();
}
