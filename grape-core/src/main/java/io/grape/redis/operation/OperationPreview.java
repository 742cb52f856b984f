package io.grape.redis.operation;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.Broker;
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
import io.grape.redis.operation.OperationScan.Since;
import io.grape.redis.operation.OperationScan.Way;
import io.grape.redis.script.MemberId;
import io.grape.redis.script.PriorityWindow;
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
    /** The priorities whose jobs are counted. */
    private static final int MAX_PRIORITIES = 50_000;
    /** Each job costs a command. */
    private static final int PRIORITIES_A_RUN = 500;

    private final TubeScripts scripts;
    private final Tubes tubes;
    private final Broker broker;

    public OperationPreview(TubeScripts scripts, Tubes tubes, Broker broker) {
        this.scripts = scripts;
        this.tubes = tubes;
        this.broker = broker;
    }

    /**
     * The counts.
     *
     * @param some ids of those that match
     */
    record Count(long matching, boolean isExact, List<JobId> some) {
        Count plus(OperationScan more) {
            addTo(some, more);
            return new Count(matching + more.matching(), isExact, some);
        }
    }

    /**
     * The state at the start of an operation.
     *
     * @param buried how many jobs of the tube were ever buried, by then
     */
    record Start(Since since, long buried, Count count) {}

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

    private CompletionStage<Count> count(OperationRequest request, @Nullable Since since) {
        ListCursor start = ListCursor.startOf(request.from());
        Way way = new Way(start, List.of(), Operations.MAX_SHOWN, true);
        return OperationScan.run(scripts, request, way, since)
                .thenCompose(first -> request.reason() == null ? sum(request, first, since) : ofReason(request));
    }

    private CompletionStage<Count> ofReason(OperationRequest request) {
        List<JobId> some = new ArrayList<>();
        LongAdder matching = new LongAdder();
        return FailureScan.newest(scripts, request.tube(), one -> {
                    if (one.signature().equals(request.reason())) {
                        matching.increment();
                        if (some.size() < Operations.MAX_SHOWN) {
                            some.add(one.id());
                        }
                    }
                })
                .thenApply(found -> new Count(matching.sum(), found.isAll(), some));
    }

    private CompletionStage<Count> sum(OperationRequest request, OperationScan first, @Nullable Since since) {
        Count counted = new Count(0, true, new ArrayList<>()).plus(first);
        if (!first.hasPriorities()) {
            return CompletableFuture.completedStage(counted);
        }
        return scripts.prioritiesAbove(request.tube(), -1, MAX_PRIORITIES)
                .thenCompose(window -> add(request, since, window, -1, counted)
                        .thenApply(sum -> new Count(sum.matching(), !window.more(), sum.some())));
    }

    private static void addTo(List<JobId> some, OperationScan found) {
        found.jobs().forEach(job -> MemberId.read(job.at().id()).ifPresent(some::add));
    }

    private CompletionStage<Count> add(
            OperationRequest request, @Nullable Since since, PriorityWindow window, long after, Count sum) {
        List<Long> next = window.above(after, PRIORITIES_A_RUN);
        if (next.isEmpty()) {
            return CompletableFuture.completedStage(sum);
        }
        ListCursor start = ListCursor.startOf(request.from()).startOf(next.get(0));
        int wanted = Math.max(0, Operations.MAX_SHOWN - sum.some().size());
        Way way = new Way(start, next.subList(1, next.size()), wanted, true);
        return OperationScan.run(scripts, request, way, since)
                .thenCompose(found -> add(request, since, window, next.get(next.size() - 1), sum.plus(found)));
    }

    /** Leaves out jobs that are gone, that cannot be read, or that follow long ones. */
    private CompletionStage<List<Job>> peek(OperationRequest request, Iterator<JobId> ids, List<Job> jobs) {
        if (!ids.hasNext() || jobs.stream().mapToLong(Job::size).sum() >= ConsumeResult.MAX_BYTES) {
            return CompletableFuture.completedStage(jobs);
        }
        return broker.peek(request.tube(), ids.next())
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
