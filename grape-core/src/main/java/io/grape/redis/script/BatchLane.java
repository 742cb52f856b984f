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

    /** What its calls are worth under overload. */
    WorkClass worth();

    /** The number of jobs of a call. */
    int jobs(C call);

    /** Begins a run: the filter returns true for each call, in turn, that still fits; always for the first. */
    Predicate<C> gatherer();

    /** Runs calls by a deadline, and returns their results in order. */
    CompletionStage<List<R>> run(List<C> calls, Deadline deadline);
}
