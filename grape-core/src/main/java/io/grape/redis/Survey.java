package io.grape.redis;

import io.grape.core.OperationRequest;
import io.grape.core.OperationWork.Mark;
import io.grape.core.OperationWork.Work;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What a look for jobs of an operation found in one set.
 *
 * @param buried how many jobs of the tube were ever buried
 * @param matching how many members of the set are in the state and the window, whatever happened to them
 * @param hasPriorities whether other priorities may have sets for this state
 * @param behind where the look ended, null at the end of the set
 */
record Survey(
        long buried,
        long matching,
        boolean hasPriorities,
        @Nullable Place behind,
        List<Found> jobs) {
    private static final Script SURVEY = Script.ofTube("survey");
    private static final int BEHIND = 5;
    private static final int FIRST_JOB = 7;
    private static final int VALUES = 3;

    /** A job, where it is, and why it failed: empty when it did not. */
    record Found(Place at, String reason) {}

    /** When an operation began: by the clock, for what is due, and by its mark, for what has happened. */
    record Since(Instant at, Mark mark) {
        static Since of(Work work) {
            return new Since(work.begun(), work.mark());
        }
    }

    /**
     * Looks at one set.
     *
     * @param since when the operation began, null = it would begin now
     */
    static CompletionStage<Survey> run(
            TubeScripts scripts, OperationRequest request, Place place, int most, @Nullable Since since) {
        Args args = scripts.args(request.tube())
                .add(request.from().wireName())
                .add(place.priority())
                .add(place.score())
                .add(place.id())
                .add(most)
                .addOptional(request.due().from())
                .addOptional(request.due().to())
                .addOptional(since == null ? null : since.at());
        Mark mark = since == null ? null : since.mark();
        args.addOptional(mark == null ? null : mark.value()).add(mark != null && mark.isKept() ? 1 : 0);
        return scripts.runOrFail(SURVEY, request.tube(), args).thenApply(reply -> read(reply, place));
    }

    private static Survey read(Reply reply, Place place) {
        List<Found> jobs = new ArrayList<>();
        for (int at = FIRST_JOB; at < reply.size(); at += VALUES) {
            jobs.add(new Found(place.behind(reply.text(at + 1), reply.bytes(at)), reply.text(at + 2)));
        }
        return new Survey(
                reply.number(2),
                reply.number(3),
                !reply.isEmpty(4),
                reply.isEmpty(BEHIND) ? null : place.behind(reply.text(BEHIND), reply.bytes(BEHIND + 1)),
                jobs);
    }
}
