package io.grape.server.parking;

import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.job.Handout;
import io.grape.core.job.Job;
import io.grape.core.job.Waiters;
import io.grape.server.failure.Failures;
import io.grape.server.memory.Memory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A consume over tubes, one after the other in their order: what was taken, and what went wrong at which tube. A tube that cannot be
 * consumed from keeps nobody from the others.
 */
final class Round {
    private final ParkedConsumers from;
    private final List<TubeName> tubes;
    private final int max;
    private final Waiters.Room room;
    private final List<Job> jobs = new ArrayList<>();
    private final Map<TubeName, Throwable> failures = new LinkedHashMap<>();

    private Round(ParkedConsumers from, List<TubeName> tubes, int max, Waiters.Room room) {
        this.from = from;
        this.tubes = tubes;
        this.max = max;
        this.room = room;
    }

    /** Takes what is there now, and tells how large it is. Never fails. */
    static CompletionStage<Round> of(ParkedConsumers from, List<TubeName> tubes, int max, Waiters.Room room) {
        return new Round(from, tubes, max, room).from(0);
    }

    private boolean isFull() {
        return jobs.size() == max || jobs.stream().mapToInt(Job::size).sum() >= Handout.MOST_BYTES;
    }

    private CompletionStage<Round> from(int at) {
        if (at == tubes.size() || isFull()) {
            return CompletableFuture.completedStage(this);
        }
        TubeName tube = tubes.get(at);
        Waiters.Room look = room.another();
        return from.consume(tube, max - jobs.size(), Duration.ZERO, look)
                .handle((handout, failure) -> {
                    if (failure == null) {
                        room.hold(Memory.of(handout.jobs()));
                        jobs.addAll(handout.jobs());
                    } else {
                        failures.put(tube, failure);
                    }
                    look.release();
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
