package io.grape.core.job;

import io.grape.core.GrapeException;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** One consumer's stay. */
public interface PendingConsume {
    /** The jobs, none when the time is up. Fails with a {@link GrapeException}. */
    CompletionStage<List<Job>> jobs();

    /** The consumer went away: what is taken for it from now on is given back. */
    void leave();
}
