package io.grape.redis.operation;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.Job;
import io.grape.core.operation.ChangeMark;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.Operations;
import io.grape.core.operation.Preview;
import io.grape.core.tube.Tubes;
import io.grape.redis.connection.StoreFailure;
import io.grape.redis.job.FailureScan;
import io.grape.redis.job.ListCursor;
import io.grape.redis.job.RedisBroker;
import io.grape.redis.operation.OperationScan.Since;
import io.grape.redis.operation.OperationScan.Way;
import io.grape.redis.script.Lane;
import io.grape.redis.script.LaneQuery;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts the jobs of an operation, and shows some. */
public final class OperationPreview {
    private static final Script MARK = Script.ofTube("mark");
    /** The lanes whose jobs are counted. */
    static final int MAX_LANES = 50_000;

    private final TubeScripts scripts;
    private final Tubes tubes;
    private final RedisBroker broker;

    public OperationPreview(TubeScripts scripts, Tubes tubes, RedisBroker broker) {
        this.scripts = scripts;
        this.tubes = tubes;
        this.broker = broker;
    }

    /**
     * The state at the start of an operation.
     *
     * @param buried how many jobs of the tube were ever buried, by then
     */
    record Start(Since since, long buried, OperationCount count) {}

    CompletionStage<Preview> preview(OperationRequest request) {
        return tubes.expireLeases(request.tube())
                .thenCompose(migrated -> count(request, null))
                .thenCompose(counted -> peek(request, counted.some().iterator(), new ArrayList<>())
                        .thenApply(jobs -> new Preview(counted.matching(), counted.isExact(), jobs)));
    }

    /** Gives an operation its mark, and counts its jobs. Ends expired leases first, as for a list. */
    CompletionStage<Start> start(OperationRequest request) {
        TubeName tube = request.tube();
        return tubes.expireLeases(tube)
                .thenCompose(migrated -> scripts.runOrFail(MARK, tube, scripts.args(tube)))
                .thenCompose(reply -> {
                    Instant now = Instant.ofEpochMilli(reply.number(1));
                    Since since = new Since(now, new ChangeMark(reply.number(2), true));
                    long buried = reply.number(3);
                    return count(request, since).thenApply(counted -> new Start(since, buried, counted));
                });
    }

    private CompletionStage<OperationCount> count(OperationRequest request, @Nullable Since since) {
        if (!request.tags().isAny()) {
            return new TaggedCount(scripts, request, since).count();
        }
        Way way = new Way(ListCursor.startOf(request.from()), List.of(), Operations.MAX_SHOWN, true);
        return OperationScan.run(scripts, request, way, since)
                .thenCompose(first -> request.reason() == null ? sum(request, first, since) : ofReason(request));
    }

    private CompletionStage<OperationCount> ofReason(OperationRequest request) {
        List<JobId> some = new ArrayList<>();
        LongAdder matching = new LongAdder();
        return FailureScan.newest(scripts, request.tube(), request.kind(), one -> {
                    if (one.signature().equals(request.reason())) {
                        matching.increment();
                        if (some.size() < Operations.MAX_SHOWN) {
                            some.add(one.id());
                        }
                    }
                })
                .thenApply(found -> new OperationCount(matching.sum(), found.isAll(), some));
    }

    private CompletionStage<OperationCount> sum(OperationRequest request, OperationScan first, @Nullable Since since) {
        OperationCount counted = OperationCount.NONE.plus(first.matching(), OperationCount.idsOf(first.jobs()));
        if (!first.hasLanes()) {
            return CompletableFuture.completedStage(counted);
        }
        return scripts.lanes(request.tube(), new LaneQuery(Lane.BEFORE_ALL, MAX_LANES, null))
                .thenCompose(window -> new LaneCount(scripts, request, since)
                        .of(window.found(), counted)
                        .thenApply(sum -> sum.exact(!window.more())));
    }

    /** Leaves out jobs that are gone, that cannot be read, or that follow long ones. */
    private CompletionStage<List<Job>> peek(OperationRequest request, Iterator<JobId> ids, List<Job> jobs) {
        if (!ids.hasNext() || jobs.stream().mapToLong(Job::size).sum() >= ConsumeResult.MAX_BYTES) {
            return CompletableFuture.completedStage(jobs);
        }
        return broker.peek(request.kind(), request.tube(), ids.next())
                .handle((job, failure) -> {
                    if (failure == null) {
                        jobs.add(job);
                    } else if (!isOfTheJob(failure)) {
                        throw new CompletionException(failure);
                    }
                    return jobs;
                })
                .thenCompose(found -> peek(request, ids, found));
    }

    private static boolean isOfTheJob(Throwable failure) {
        Throwable cause = StoreFailure.unwrapped(failure);
        return cause instanceof GrapeException ours
                && (ours.code() == ErrorCode.JOB_NOT_FOUND || ours.code() == ErrorCode.WRONG_STATE);
    }
}
