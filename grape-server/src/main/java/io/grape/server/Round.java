package io.grape.server;

import io.grape.core.GrapeException;
import io.grape.core.Handout;
import io.grape.core.Job;
import io.grape.core.TubeName;
import io.grape.server.failure.Failures;
import io.grape.server.memory.Budget;
import io.grape.server.memory.Memory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;

/**
 * A consume over tubes, one after the other in their order: what was taken, and what went wrong at which tube. A tube that cannot be
 * consumed from keeps nobody from the others.
 */
final class Round {
    private final ParkedConsumers from;
    private final List<TubeName> tubes;
    private final int max;
    private final LongConsumer bytes;
    private final List<Job> jobs = new ArrayList<>();
    private final Map<TubeName, Throwable> failures = new LinkedHashMap<>();

    private Round(ParkedConsumers from, List<TubeName> tubes, int max, LongConsumer bytes) {
        this.from = from;
        this.tubes = tubes;
        this.max = max;
        this.bytes = bytes;
    }

    /** Takes what is there now, and tells how large it is. Never fails. */
    static CompletionStage<Round> of(ParkedConsumers from, List<TubeName> tubes, int max, LongConsumer bytes) {
        return new Round(from, tubes, max, bytes).from(0);
    }

    private boolean isFull() {
        return jobs.size() == max || jobs.stream().mapToInt(Job::size).sum() >= Handout.MOST_BYTES;
    }

    private CompletionStage<Round> from(int at) {
        if (at == tubes.size() || isFull()) {
            return CompletableFuture.completedStage(this);
        }
        TubeName tube = tubes.get(at);
        Budget.Share room = from.room();
        return from.consume(tube, max - jobs.size(), Duration.ZERO, room)
                .handle((handout, failure) -> {
                    if (failure == null) {
                        bytes.accept(Memory.of(handout.jobs()));
                        jobs.addAll(handout.jobs());
                    } else {
                        failures.put(tube, failure);
                    }
                    room.release();
                    return at + 1;
                })
                .thenCompose(this::from);
    }

    List<Job> jobs() {
        return jobs;
    }

    Map<TubeName, Throwable> failures() {
        return failures;
    }

    /** The jobs, or the failure of a tube where there is none and nothing else was found. */
    CompletionStage<List<Job>> outcome() {
        return jobs.isEmpty() && !failures.isEmpty()
                ? CompletableFuture.failedStage(failure(tubes, failures))
                : CompletableFuture.completedStage(jobs);
    }

    /** The failure to tell of: that of the first tube that has one, which is named where there are others. */
    static Throwable failure(List<TubeName> tubes, Map<TubeName, Throwable> failures) {
        TubeName first =
                tubes.stream().filter(failures::containsKey).findFirst().orElseThrow();
        Throwable failure = Failures.cause(Objects.requireNonNull(failures.get(first)));
        return tubes.size() > 1 && failure instanceof GrapeException ours
                ? new GrapeException(ours.code(), "tube " + first + ": " + ours.detail(), ours)
                : failure;
    }
}
