package io.grape.redis.script;

import io.grape.core.Deadline;
import io.grape.core.TubeName;
import io.grape.core.overload.WorkClass;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What is asked before work on a tube. It waits for its turn as that work does, and is shed as that. All who wait share the response to
 * the first of them.
 *
 * @param name what is asked
 */
public record SharedQuestion<R>(TubeName tube, WorkClass workClass, String name)
        implements BatchLane<Supplier<CompletionStage<R>>, R> {
    @Override
    public int jobs(Supplier<CompletionStage<R>> question) {
        return 0;
    }

    @Override
    public Predicate<Supplier<CompletionStage<R>>> batchLimiter() {
        return question -> true;
    }

    @Override
    public CompletionStage<List<R>> run(List<Supplier<CompletionStage<R>>> questions, Deadline deadline) {
        return questions.get(0).get().thenApply(response -> Collections.nCopies(questions.size(), response));
    }
}
