package io.grape.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;

/** Consumers that wait. They cost Redis nothing while there is nothing to get. */
public interface Waiters {
    /**
     * Takes ready jobs of the tubes, in that order, and waits for the first one if there is none.
     *
     * @param tubes 1 to 100, each once
     * @param max 1 to 1000, over all tubes
     * @param wait zero to 60 s
     * @param bytes is told of jobs how large they are, just before they come; they are held for this consumer from then on
     */
    Visit consume(List<TubeName> tubes, int max, Duration wait, LongConsumer bytes);

    /** The same, where nobody counts bytes. */
    default Visit consume(List<TubeName> tubes, int max, Duration wait) {
        return consume(tubes, max, wait, bytes -> {});
    }

    /** Gives back jobs whose consumer went away before it got them: ready again at once, this execution uncounted. */
    void giveBack(List<Job> jobs);

    /** One consumer's stay. */
    interface Visit {
        /** The jobs, none when the time is up. Fails with a {@link GrapeException}. */
        CompletionStage<List<Job>> jobs();

        /** The consumer went away: what is taken for it from now on is given back. */
        void leave();
    }
}
