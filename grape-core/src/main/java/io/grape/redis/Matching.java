package io.grape.redis;

import io.grape.core.Broker;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.Job;
import io.grape.core.JobId;
import io.grape.core.OperationRequest;
import io.grape.core.Operations.Preview;
import io.grape.core.Tubes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Counts the jobs that an operation is about, and shows some. */
final class Matching {
    private static final int SAMPLE = 20;
    /** Each costs a run of a script. */
    private static final int MOST_PRIORITIES = 50;

    private final TubeScripts scripts;
    private final Tubes tubes;
    private final Broker broker;

    Matching(TubeScripts scripts, Tubes tubes, Broker broker) {
        this.scripts = scripts;
        this.tubes = tubes;
        this.broker = broker;
    }

    /**
     * What was counted.
     *
     * @param at by the clock of the tube, before anything was counted
     * @param buried how many jobs of the tube were ever buried, by then
     * @param some ids of those that match
     */
    record Count(Instant at, long buried, long matching, boolean isExact, List<String> some) {}

    CompletionStage<Preview> preview(OperationRequest request) {
        return count(request)
                .thenCompose(counted -> peek(request, counted.some().iterator(), new ArrayList<>())
                        .thenApply(jobs -> new Preview(counted.matching(), counted.isExact(), jobs)));
    }

    /** Leases that have run out are ended first, as for a list. */
    CompletionStage<Count> count(OperationRequest request) {
        Place start = Place.startOf(request.from());
        return tubes.migrate(request.tube())
                .thenCompose(migrated -> Survey.run(scripts, request, start, SAMPLE, null))
                .thenCompose(first -> request.reason() == null ? sum(request, first) : ofReason(request, first));
    }

    private CompletionStage<Count> ofReason(OperationRequest request, Survey first) {
        return Reasons.newest(scripts, request.tube()).thenApply(reasons -> {
            List<String> ids = reasons.found().stream()
                    .filter(one -> one.signature().equals(request.reason()))
                    .map(one -> one.id().value())
                    .toList();
            List<String> some = ids.subList(0, Math.min(SAMPLE, ids.size()));
            return new Count(first.at(), first.buried(), ids.size(), reasons.isAll(), some);
        });
    }

    private CompletionStage<Count> sum(OperationRequest request, Survey first) {
        List<String> some = new ArrayList<>();
        first.jobs().forEach(job -> some.add(job.id()));
        Count counted = new Count(first.at(), first.buried(), first.matching(), true, some);
        if (!first.hasPriorities()) {
            return CompletableFuture.completedStage(counted);
        }
        return scripts.priorities(request.tube()).thenCompose(priorities -> {
            Iterator<Long> those = priorities.stream().limit(MOST_PRIORITIES).iterator();
            return add(request, those, counted)
                    .thenApply(sum -> new Count(
                            sum.at(), sum.buried(), sum.matching(), priorities.size() <= MOST_PRIORITIES, sum.some()));
        });
    }

    private CompletionStage<Count> add(OperationRequest request, Iterator<Long> priorities, Count sum) {
        if (!priorities.hasNext()) {
            return CompletableFuture.completedStage(sum);
        }
        Place start = new Place(request.from(), priorities.next(), "", "");
        int wanted = SAMPLE - sum.some().size();
        return Survey.run(scripts, request, start, wanted, sum.at()).thenCompose(found -> {
            found.jobs().forEach(job -> sum.some().add(job.id()));
            Count more = new Count(sum.at(), sum.buried(), sum.matching() + found.matching(), true, sum.some());
            return add(request, priorities, more);
        });
    }

    /** One that is gone meanwhile, or cannot be read, is left out. */
    private CompletionStage<List<Job>> peek(OperationRequest request, Iterator<String> ids, List<Job> jobs) {
        if (!ids.hasNext()) {
            return CompletableFuture.completedStage(jobs);
        }
        return broker.peek(request.tube(), new JobId(ids.next()))
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
