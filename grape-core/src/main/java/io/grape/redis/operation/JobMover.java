package io.grape.redis.operation;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationTask;
import io.grape.redis.connection.StoreFailure;
import io.grape.redis.script.Args;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Moves jobs to another tube. Two tubes have no common script: a job is made there, and then removed here. A slice that
 * was cut off in between knows its own jobs there by the id of the operation. A job that somebody consumes or changes
 * here in between stays here, and is removed there again, unless somebody has consumed it there, too.
 */
final class JobMover {
    private static final Script OUT = Script.ofTube("move_out");
    private static final Script IN = Script.ofTube("move_in");
    private static final Script BACK = Script.ofTube("move_back");
    private static final int SLICE_BYTES = 1024 * 1024;
    private static final int FIRST_JOB = 2;
    private static final int FIRST_LEFT = 3;
    /** Id, created ms, ms of its place, fields. */
    private static final int VALUES = 4;

    private final TubeScripts scripts;

    JobMover(TubeScripts scripts) {
        this.scripts = scripts;
    }

    /** The jobs as they are in their tube. */
    private record Read(int looked, List<MovingJob> jobs) {}

    /** A job on its way: where a reply of {@code move_out.lua} has it. */
    private record MovingJob(Reply reply, int index) {
        byte[] id() {
            return reply.bytes(index);
        }

        long created() {
            return reply.number(index + 1);
        }

        void addTo(Args args) {
            args.add(id()).add(reply.bytes(index + 2)).add(reply.bytes(index + 3));
        }
    }

    CompletionStage<ActedJobs> move(OperationTask task, List<OperationScan.Found> found) {
        return read(task, found)
                .thenCompose(read -> read.jobs.isEmpty()
                        ? CompletableFuture.completedStage(new ActedJobs(0, read.looked, read.looked))
                        : make(task, read.jobs).thenCompose(made -> remove(task, made, read.looked)));
    }

    private CompletionStage<Read> read(OperationTask task, List<OperationScan.Found> found) {
        OperationRequest request = task.request();
        Args args = scripts.args(request.tube())
                .add(request.from().wireName())
                .add(task.mark().value())
                .add(task.mark().isKept() ? 1 : 0)
                .addOptional(request.tags().key())
                .addOptional(request.tags().label())
                .add(SLICE_BYTES);
        found.forEach(job -> args.add(job.at().id()));
        return scripts.runOrFail(OUT, request.tube(), args).thenApply(JobMover::read);
    }

    private static Read read(Reply reply) {
        List<MovingJob> jobs = new ArrayList<>();
        for (int at = FIRST_JOB; at < reply.size(); at += VALUES) {
            jobs.add(new MovingJob(reply, at));
        }
        return new Read((int) reply.number(1), jobs);
    }

    /** Returns those that are there now. */
    private CompletionStage<List<MovingJob>> make(OperationTask task, List<MovingJob> jobs) {
        OperationRequest request = task.request();
        TubeName to = request.target();
        Args args = scripts.hintingArgs(to)
                .add(task.id())
                .add(request.tube().value())
                .add(request.from().wireName());
        jobs.forEach(job -> job.addTo(args));
        return scripts.runOrFail(IN, to, args)
                .exceptionallyCompose(failure -> CompletableFuture.failedStage(ofTarget(failure)))
                .thenApply(reply -> {
                    List<MovingJob> made = new ArrayList<>();
                    for (int i = 0; i < jobs.size(); i++) {
                        if (reply.number(i + 1) == 1) {
                            made.add(jobs.get(i));
                        }
                    }
                    return made;
                });
    }

    /** A tube that is missing is the other one, so that the operation does not seem to have lost its own. */
    private static Throwable ofTarget(Throwable failure) {
        Throwable cause = StoreFailure.unwrapped(failure);
        return cause instanceof GrapeException ours && ours.code() == ErrorCode.TUBE_NOT_FOUND
                ? new GrapeException(ErrorCode.WRONG_STATE, ours.detail())
                : cause;
    }

    private CompletionStage<ActedJobs> remove(OperationTask task, List<MovingJob> made, int looked) {
        if (made.isEmpty()) {
            return CompletableFuture.completedStage(new ActedJobs(0, looked, looked));
        }
        return AppliedJobs.run(scripts, task, made.stream().map(MovingJob::id).toList())
                .thenCompose(reply -> {
                    long done = reply.number(1);
                    ActedJobs acted = new ActedJobs(done, looked - done, looked);
                    return takeBack(task, made, reply).thenApply(back -> acted);
                });
    }

    /**
     * Removes in the other tube what is still live here. What is live here with the same id, but was made later, is
     * another job: then the one there is the only one.
     */
    private CompletionStage<?> takeBack(OperationTask task, List<MovingJob> made, Reply reply) {
        Map<ByteBuffer, Long> created = new HashMap<>();
        made.forEach(job -> created.put(ByteBuffer.wrap(job.id()), job.created()));
        TubeName to = task.request().target();
        Args args = scripts.args(to).add(task.id());
        boolean isAny = false;
        for (int at = FIRST_LEFT; at < reply.size(); at += 2) {
            Long before = created.get(ByteBuffer.wrap(reply.bytes(at)));
            if (before != null && before == reply.number(at + 1)) {
                args.add(reply.bytes(at)).add(before);
                isAny = true;
            }
        }
        return isAny ? scripts.runOrFail(BACK, to, args) : CompletableFuture.completedStage(reply);
    }
}
