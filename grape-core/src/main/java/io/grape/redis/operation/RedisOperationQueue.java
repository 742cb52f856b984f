package io.grape.redis.operation;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.job.FailureSignature;
import io.grape.core.operation.OperationEnd;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationQueue;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationState;
import io.grape.core.operation.OperationTask;
import io.grape.redis.connection.StoreFailure;
import io.grape.redis.job.ListCursor;
import io.grape.redis.script.Args;
import io.grape.redis.script.BatchSplitter;
import io.grape.redis.script.Keys;
import io.grape.redis.script.Lane;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import io.grape.redis.script.Stages;
import io.grape.redis.script.TubeScripts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Runs operations, slice by slice. A slice first reads jobs, then acts on the matching ones. The script checks each job
 * again, and skips it if anyone changed it since the operation began. So a slice may safely run twice, even at two
 * brokers at once.
 */
public final class RedisOperationQueue implements OperationQueue {
    private static final Script TAKE = Script.ofOperations("take");
    private static final Script SAVE = Script.ofOperations("save");
    private static final Duration KEPT = Duration.ofDays(7);
    private static final int MAX_KEPT = 1000;
    private static final int FIRST_FIELD = 2;
    /** If few jobs may match, one run looks at more. */
    private static final int CHECKED = 500;
    /** The same for jobs whose tags it reads, too. */
    private static final int CHECKED_FOR_TAGS = 200;
    /** The number of lanes that one run looks at; each costs a command. */
    private static final int SETS_A_RUN = 100;

    private final ScriptRunner runner;
    private final TubeScripts scripts;
    private final OperationLanes lanes;
    private final JobMover mover;
    private final Keys keys;
    private final String self;
    private final Duration deadAfter;

    public RedisOperationQueue(ScriptRunner runner, TubeScripts scripts, Keys keys, String self, Duration deadAfter) {
        this.runner = runner;
        this.scripts = scripts;
        this.lanes = new OperationLanes(scripts);
        this.mover = new JobMover(scripts);
        this.keys = keys;
        this.self = self;
        this.deadAfter = deadAfter;
    }

    @Override
    public CompletionStage<Optional<OperationTask>> take() {
        Args args = new Args()
                .add(keys.operationPrefix())
                .add(self)
                .add(deadAfter.toMillis())
                .add(KEPT.toMillis())
                .add(MAX_KEPT);
        return runner.run(TAKE, keys.operations(), args)
                .thenApply(reply -> reply.isEmpty(1)
                        ? Optional.empty()
                        : Optional.of(StoredOperation.read(reply.text(1), reply, FIRST_FIELD, reply.size())
                                .toWork()));
    }

    @Override
    public CompletionStage<Optional<OperationState>> save(OperationTask task) {
        OperationEnd end = task.end();
        Args args = new Args()
                .add(keys.operationPrefix())
                .add(task.id())
                .add(task.turn())
                .add(deadAfter.toMillis())
                .add(end == null ? "" : end.state().wireName())
                .add(end == null ? "" : end.why());
        return runner.run(SAVE, keys.operations(), StoredOperation.add(args, task))
                .thenApply(reply -> reply.text(1).equals("lost")
                        ? Optional.empty()
                        : Optional.of(OperationState.parse(reply.text(1))));
    }

    @Override
    public Duration takenOverAfter() {
        return deadAfter;
    }

    @Override
    public CompletionStage<OperationTask> slice(OperationTask task, int most) {
        return Stages.call(() -> next(task, most));
    }

    private CompletionStage<OperationTask> next(OperationTask task, int most) {
        OperationRequest request = task.request();
        if (request.left(task.done()) == 0) {
            return CompletableFuture.completedStage(atItsLimit(task));
        }
        ListCursor place = ListCursor.parse(task.position(), request.from());
        int wanted = (int) Math.min(Math.min(most, BatchSplitter.MAX_JOBS), request.left(task.done()));
        return further(task, place)
                .thenApply(further -> new OperationScan.Way(place, further, lookedAt(request, wanted), false))
                .thenCompose(way -> OperationScan.run(scripts, request, way, OperationScan.Since.of(task))
                        .thenCompose(found -> act(
                                task.failures(Math.max(0, found.buried() - task.buriedBefore())),
                                new Looked(way, found),
                                wanted)))
                .exceptionallyCompose(failure -> whenFailed(task, failure))
                .thenApply(this::forgetIfEnded);
    }

    private static int lookedAt(OperationRequest request, int wanted) {
        if (!request.tags().isAny()) {
            return CHECKED_FOR_TAGS;
        }
        return request.reason() == null ? wanted : CHECKED;
    }

    /** A read, and its result. */
    private record Looked(OperationScan.Way way, OperationScan found) {
        /** The last lane that it had to look at. */
        Lane lastLane() {
            return way.from().last(way.further());
        }
    }

    /** The next lanes after a position, for one run. The default lane comes first. */
    private CompletionStage<List<Lane>> further(OperationTask task, ListCursor place) {
        return place.lane().equals(Lane.DEFAULT)
                ? CompletableFuture.completedStage(List.of())
                : lanes.above(task, place.lane(), SETS_A_RUN);
    }

    private OperationTask forgetIfEnded(OperationTask task) {
        if (task.end() != null) {
            lanes.forget(task);
        }
        return task;
    }

    /** Retries what may succeed later or at another broker; any other failure ends the operation. */
    private static CompletionStage<OperationTask> whenFailed(OperationTask task, Throwable failure) {
        Throwable cause = StoreFailure.unwrapped(failure);
        if (!(cause instanceof GrapeException ours)
                || !ours.code().isCallersFault()
                || TubeScripts.isOfLaterRelease(ours)) {
            return CompletableFuture.failedStage(failure);
        }
        return CompletableFuture.completedStage(
                ours.code() == ErrorCode.TUBE_NOT_FOUND
                        ? task.ended(
                                OperationState.CANCELLED,
                                "tube " + task.request().tube() + " was removed")
                        : task.ended(OperationState.FAILED, ours.detail()));
    }

    private CompletionStage<OperationTask> act(OperationTask task, Looked looked, int wanted) {
        Long most = task.request().stopAfterFailures();
        if (most != null && task.failuresSince() >= most) {
            String why = task.failuresSince() + " jobs of the tube have failed since it began";
            return CompletableFuture.completedStage(task.ended(OperationState.STOPPED, why));
        }
        List<OperationScan.Found> matching = looked.found().jobs().stream()
                .filter(job -> matches(task.request().reason(), job))
                .limit(wanted)
                .toList();
        return operate(task, matching).thenCompose(acted -> {
            boolean isCut = acted.looked() < matching.size() || acted.looked() == wanted;
            ListCursor last = isCut
                    ? matching.get(acted.looked() - 1).at()
                    : looked.found().behind();
            return goOn(task, acted, last, looked);
        });
    }

    private static boolean matches(@Nullable String signature, OperationScan.Found job) {
        return signature == null || FailureSignature.of(job.reason()).equals(signature);
    }

    private CompletionStage<ActedJobs> operate(OperationTask task, List<OperationScan.Found> jobs) {
        if (jobs.isEmpty()) {
            return CompletableFuture.completedStage(ActedJobs.NONE);
        }
        if (task.request().kind() == OperationKind.MOVE) {
            return mover.move(task, jobs);
        }
        return AppliedJobs.run(
                        scripts, task, jobs.stream().map(job -> job.at().id()).toList())
                .thenApply(reply -> new ActedJobs(reply.number(1), reply.number(2), jobs.size()));
    }

    /**
     * Continues after the jobs that were found.
     *
     * @param last null at the end of the sets that were looked at
     */
    private CompletionStage<OperationTask> goOn(
            OperationTask task, ActedJobs acted, @Nullable ListCursor last, Looked looked) {
        OperationTask next = task.after(acted.done(), acted.skipped(), last == null ? task.position() : last.cursor());
        if (task.request().left(next.done()) == 0) {
            return CompletableFuture.completedStage(atItsLimit(next));
        }
        if (last != null) {
            return CompletableFuture.completedStage(next);
        }
        if (!looked.found().hasLanes()) {
            return CompletableFuture.completedStage(next.through());
        }
        return lanes.above(task, looked.lastLane().position(), 1)
                .thenApply(above -> above.stream()
                        .findFirst()
                        .map(lane -> next.after(
                                0, 0, looked.way().from().startOf(lane).cursor()))
                        .orElseGet(next::through));
    }

    private static OperationTask atItsLimit(OperationTask task) {
        return task.ended(OperationState.DONE, "its limit is reached");
    }
}
