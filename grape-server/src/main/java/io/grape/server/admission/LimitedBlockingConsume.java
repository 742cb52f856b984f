package io.grape.server.admission;

import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.BlockingConsume;
import io.grape.core.job.Job;
import io.grape.core.job.PendingConsume;
import io.grape.core.job.ResponseRoom;
import io.grape.core.quota.QuotaGrant;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The consumes of one client that has a quota, or had one when they began. */
final class LimitedBlockingConsume implements BlockingConsume {
    private final ConsumeQuota quota;
    private final BlockingConsume waiters;
    private final boolean isPatient;

    LimitedBlockingConsume(ConsumeQuota quota, BlockingConsume waiters, boolean isPatient) {
        this.quota = quota;
        this.waiters = waiters;
        this.isPatient = isPatient;
    }

    @Override
    public PendingConsume consume(List<TubeName> tubes, int max, Duration wait, ResponseRoom room) {
        LimitedPendingConsume consume = new LimitedPendingConsume(
                quota, max, wait, isPatient, (limit, patience) -> waiters.consume(tubes, limit, patience, room));
        consume.begin();
        return consume;
    }

    @Override
    public CompletionStage<Job> take(TubeName tube, JobId id) {
        String call = QuotaCounts.newCall();
        return quota.count(call, 0, 1, QuotaCounts.LONGEST_CALL, true).thenCompose(grant -> {
            if (grant.jobs() == 0) {
                return refused(grant);
            }
            return waiters.take(tube, id)
                    .handle((job, failure) -> {
                        if (failure != null) {
                            quota.giveBackTokens(call, 1);
                            return CompletableFuture.<Job>failedStage(failure);
                        }
                        return held(call, job);
                    })
                    .thenCompose(taken -> taken);
        });
    }

    private CompletionStage<Job> refused(QuotaGrant grant) {
        quota.countRefusal(grant);
        return CompletableFuture.failedStage(quota.refusal(grant));
    }

    private CompletionStage<Job> held(String call, Job job) {
        if (!quota.holdsLeases()) {
            return CompletableFuture.completedStage(job);
        }
        return quota.deliver(call, 1, List.of(job), true)
                .thenCompose(grant -> {
                    if (grant.jobs() == 0) {
                        quota.giveBackTokens(call, 0);
                        return refused(grant);
                    }
                    return CompletableFuture.completedStage(job);
                })
                .whenComplete((kept, failure) -> {
                    if (failure != null) {
                        waiters.giveBack(List.of(job));
                    }
                });
    }

    @Override
    public void giveBack(List<Job> jobs) {
        quota.giveBack(jobs);
    }
}
