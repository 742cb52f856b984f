package io.grape.redis.script;

import io.grape.core.TubeName;
import io.grape.redis.connection.Deadline;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * Calls that can share a run. Equal lanes are one lane.
 *
 * @param <C> a call
 * @param <R> its result
 */
public interface BatchLane<C, R> {
    TubeName tube();

    /** How many jobs a call is about. */
    int jobs(C call);

    /** Begins a run: true for each call, in turn, that still goes into it; the first always does. */
    Predicate<C> gatherer();

    /** Runs calls, and gives their results in their order, by a deadline. */
    CompletionStage<List<R>> run(List<C> calls, Deadline deadline);
}
