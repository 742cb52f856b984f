package io.grape.core.job;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Consumers that wait. They cost Redis nothing while there is nothing to get. */
public interface Waiters {
    /**
     * Takes ready jobs of the tubes, in that order, and waits for the first one if there is none.
     *
     * @param tubes 1 to 100, each once
     * @param max 1 to 1000, over all tubes
     * @param wait zero to 60 s
     * @param room holds the jobs for this consumer from just before they come; no look is made for a caller whose room is full
     */
    Visit consume(List<TubeName> tubes, int max, Duration wait, Room room);

    /** Gives back jobs whose consumer went away before it got them: ready again at once, this execution uncounted. */
    void giveBack(List<Job> jobs);

    /** The memory that one consumer's jobs take. May be used from anywhere. */
    interface Room {
        /** True when its caller holds so much that it gets no more for now. */
        boolean isFull();

        /** Takes so many bytes once they are left. Fails with {@link ErrorCode#OVERLOADED} when that takes too long. */
        CompletionStage<Void> await(long bytes, Duration patience);

        /** Takes so many more, whether they are left or not. */
        void hold(long bytes);

        /** Another of the same caller, with nothing in it. */
        Room another();

        /** Gives everything back. */
        void release();
    }

    /** One consumer's stay. */
    interface Visit {
        /** The jobs, none when the time is up. Fails with a {@link GrapeException}. */
        CompletionStage<List<Job>> jobs();

        /** The consumer went away: what is taken for it from now on is given back. */
        void leave();
    }
}
