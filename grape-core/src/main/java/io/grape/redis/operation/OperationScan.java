package io.grape.redis.operation;

import io.grape.core.operation.ChangeMark;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationTask;
import io.grape.redis.job.ListCursor;
import io.grape.redis.script.Args;
import io.grape.redis.script.Lane;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The result of a search for an operation's jobs in some sets of a tube.
 *
 * @param buried how many jobs of the tube were ever buried
 * @param matching how many members are in the state and the window, whatever their tags and even if they changed,
 *     where they were counted
 * @param hasLanes whether other lanes may have sets for this state
 * @param behind where the search ended, null at the end of the last set
 */
record OperationScan(
        long buried,
        long matching,
        boolean hasLanes,
        @Nullable ListCursor behind,
        List<Found> jobs) {
    private static final Script SCAN = Script.ofTube("scan");
    private static final int BEHIND = 5;
    private static final int FIRST_JOB = 8;
    private static final int VALUES = 4;

    /** A job, its place, and why it failed: empty if it did not. */
    record Found(ListCursor at, String reason) {}

    /** When an operation began: a time for what is due, and a mark for what has changed. */
    record Since(Instant at, ChangeMark mark) {
        static Since of(OperationTask task) {
            return new Since(task.begun(), task.mark());
        }
    }

    /**
     * The parameters of a search.
     *
     * @param from where it begins
     * @param further the lanes whose sets it continues with
     * @param most members to look at
     * @param counts whether it counts the members of all these sets
     */
    record Way(ListCursor from, List<Lane> further, int most, boolean counts) {}

    /**
     * Searches some sets.
     *
     * @param since when the operation began, null = it would begin now
     */
    static CompletionStage<OperationScan> run(
            TubeScripts scripts, OperationRequest request, Way way, @Nullable Since since) {
        ChangeMark mark = since == null ? null : since.mark();
        Args args = scripts.args(request.tube())
                .add(request.from().wireName())
                .add(way.from().lanes(way.further()))
                .add(way.from().score())
                .add(way.from().id())
                .add(way.most())
                .addOptional(request.due().from())
                .addOptional(request.due().to())
                .addOptional(since == null ? null : since.at())
                .addOptional(mark == null ? null : mark.value())
                .add(mark != null && mark.isKept() ? 1 : 0)
                .add(way.counts() ? 1 : 0)
                .addOptional(request.tags().key())
                .addOptional(request.tags().label());
        return scripts.lookForOperation(request.kind(), SCAN, request.tube(), args)
                .thenApply(reply -> read(reply, way.from()));
    }

    private static OperationScan read(Reply reply, ListCursor from) {
        List<Found> jobs = new ArrayList<>();
        for (int at = FIRST_JOB; at < reply.size(); at += VALUES) {
            ListCursor place = from.startOf(Lane.parse(reply.text(at + 1))).behind(reply.text(at + 2), reply.bytes(at));
            jobs.add(new Found(place, reply.text(at + 3)));
        }
        ListCursor behind = reply.isEmpty(BEHIND)
                ? null
                : from.startOf(Lane.parse(reply.text(BEHIND))).behind(reply.text(BEHIND + 1), reply.bytes(BEHIND + 2));
        return new OperationScan(reply.number(2), reply.number(3), !reply.isEmpty(4), behind, jobs);
    }
}
