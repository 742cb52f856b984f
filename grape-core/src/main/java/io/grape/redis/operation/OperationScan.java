package io.grape.redis.operation;

import io.grape.core.operation.ChangeMark;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationTask;
import io.grape.redis.job.ListCursor;
import io.grape.redis.script.Args;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What a look for jobs of an operation found in some sets of one tube.
 *
 * @param buried how many jobs of the tube were ever buried
 * @param matching how many members of the sets are in the state and the window, whatever happened to them, where they were counted
 * @param hasPriorities whether other priorities may have sets for this state
 * @param behind where the look ended, null at the end of the last set
 */
record OperationScan(
        long buried,
        long matching,
        boolean hasPriorities,
        @Nullable ListCursor behind,
        List<Found> jobs) {
    private static final Script SCAN = Script.ofTube("scan");
    private static final int BEHIND = 5;
    private static final int FIRST_JOB = 8;
    private static final int VALUES = 4;

    /** A job, where it is, and why it failed: empty when it did not. */
    record Found(ListCursor at, String reason) {}

    /** When an operation began: by the clock, for what is due, and by its mark, for what has happened. */
    record Since(Instant at, ChangeMark mark) {
        static Since of(OperationTask task) {
            return new Since(task.begun(), task.mark());
        }
    }

    /**
     * What a look is to do.
     *
     * @param from where it begins
     * @param further the priorities whose sets it goes on with
     * @param most members to look at
     * @param counts whether it counts the members of all these sets
     */
    record Way(ListCursor from, List<Long> further, int most, boolean counts) {}

    /**
     * Looks at some sets.
     *
     * @param since when the operation began, null = it would begin now
     */
    static CompletionStage<OperationScan> run(
            TubeScripts scripts, OperationRequest request, Way way, @Nullable Since since) {
        ChangeMark mark = since == null ? null : since.mark();
        Args args = scripts.args(request.tube())
                .add(request.from().wireName())
                .add(way.from().priorities(way.further()))
                .add(way.from().score())
                .add(way.from().id())
                .add(way.most())
                .addOptional(request.due().from())
                .addOptional(request.due().to())
                .addOptional(since == null ? null : since.at())
                .addOptional(mark == null ? null : mark.value())
                .add(mark != null && mark.isKept() ? 1 : 0)
                .add(way.counts() ? 1 : 0);
        return scripts.runOrFail(SCAN, request.tube(), args).thenApply(reply -> read(reply, way.from()));
    }

    private static OperationScan read(Reply reply, ListCursor from) {
        List<Found> jobs = new ArrayList<>();
        for (int at = FIRST_JOB; at < reply.size(); at += VALUES) {
            ListCursor place = from.startOf(reply.number(at + 1)).behind(reply.text(at + 2), reply.bytes(at));
            jobs.add(new Found(place, reply.text(at + 3)));
        }
        ListCursor behind = reply.isEmpty(BEHIND)
                ? null
                : from.startOf(reply.number(BEHIND)).behind(reply.text(BEHIND + 1), reply.bytes(BEHIND + 2));
        return new OperationScan(reply.number(2), reply.number(3), !reply.isEmpty(4), behind, jobs);
    }
}
