package io.grape.server.quota;

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

/** The deliveries of one client that has a quota, or had one when they began. */
final class LimitedConsume implements BlockingConsume {
    private final LimitedClient client;
    private final BlockingConsume waiters;
    private final boolean isPatient;

    LimitedConsume(LimitedClient client, BlockingConsume waiters, boolean isPatient) {
        this.client = client;
        this.waiters = waiters;
        this.isPatient = isPatient;
    }

    @Override
    public PendingConsume consume(List<TubeName> tubes, int max, Duration wait, ResponseRoom room) {
        LimitedVisit visit = new LimitedVisit(
                client, max, wait, isPatient, (most, patience) -> waiters.consume(tubes, most, patience, room));
        visit.begin();
        return visit;
    }

    @Override
    public CompletionStage<Job> take(TubeName tube, JobId id) {
        String call = QuotaCounts.newCall();
        return client.count(call, 0, 1, QuotaCounts.LONGEST_CALL, true).thenCompose(grant -> {
            if (grant.jobs() == 0) {
                return refused(grant);
            }
            return waiters.take(tube, id)
                    .handle((job, failure) -> {
                        if (failure != null) {
                            client.giveBackTokens(call, 1);
                            return CompletableFuture.<Job>failedStage(failure);
                        }
                        return held(call, job);
                    })
                    .thenCompose(taken -> taken);
        });
    }

    private CompletionStage<Job> refused(QuotaGrant grant) {
        client.tell(grant);
        return CompletableFuture.failedStage(client.refusal(grant));
    }

    private CompletionStage<Job> held(String call, Job job) {
        if (!client.holdsLeases()) {
            return CompletableFuture.completedStage(job);
        }
        return client.deliver(call, 1, List.of(job), true)
                .thenCompose(grant -> {
                    if (grant.jobs() == 0) {
                        client.giveBackTokens(call, 0);
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
        client.giveBack(jobs);
    }
}
