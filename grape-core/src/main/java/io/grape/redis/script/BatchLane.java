package io.grape.redis.script;

import io.grape.core.Deadline;
import io.grape.core.TubeName;
import io.grape.core.overload.WorkClass;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * Calls that can share a run. Equal lanes are the same.
 *
 * @param <C> a call
 * @param <R> its result
 */
public interface BatchLane<C, R> {
    TubeName tube();

    /** The class of its calls, which decides whether and when they are shed. */
    WorkClass workClass();

    /** The number of jobs of a call. */
    int jobs(C call);

    /** A filter for one run. It returns true for each call, in order, that still fits into the run; always for the first. */
    Predicate<C> batchLimiter();

    /** Runs calls by a deadline, and returns their results in order. */
    CompletionStage<List<R>> run(List<C> calls, Deadline deadline);
}
