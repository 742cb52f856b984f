package io.grape.server.admission;

import io.grape.core.GrapeException;
import io.grape.core.Lease;
import io.grape.core.job.BlockingConsume;
import io.grape.core.job.Job;
import io.grape.core.quota.HeldLease;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaGrant;
import io.grape.core.quota.QuotaPart;
import io.grape.core.quota.QuotaUse;
import io.grape.core.quota.Quotas;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The quota of one client for its consumes. A change of the quota applies from the next step on. */
final class ConsumeQuota {
    private final QuotaCache cache;
    private final Supplier<ClientName> who;
    private final BlockingConsume waiters;
    private final Function<Job, Lease> leases;
    private volatile QuotaClient client;

    /**
     * Counts nothing yet.
     *
     * @param leases the lease by which the client acknowledges a job
     */
    ConsumeQuota(
            QuotaCache cache,
            Supplier<ClientName> who,
            QuotaClient client,
            BlockingConsume waiters,
            Function<Job, Lease> leases) {
        this.cache = cache;
        this.who = who;
        this.client = client;
        this.waiters = waiters;
        this.leases = leases;
    }

    /** Gives jobs back that were counted, and did not reach the client. */
    void giveBack(List<Job> jobs) {
        waiters.giveBack(jobs);
        if (holdsLeases() && !jobs.isEmpty()) {
            cache.counts().end(client, jobs.stream().map(this::name).toList());
        }
    }

    /** Updates the quota; false if the client no longer has one. */
    boolean isLimited() {
        QuotaClient now = cache.limitedClient(who, QuotaPart.CONSUME);
        if (now == null) {
            return false;
        }
        client = now;
        return true;
    }

    boolean holdsLeases() {
        return client.quota().inFlight() != null;
    }

    boolean isDraining() {
        return cache.isDraining();
    }

    /** Gives jobs back that were not counted. */
    void giveBackUncounted(List<Job> jobs) {
        if (!jobs.isEmpty()) {
            waiters.giveBack(jobs);
        }
    }

    /** Requests a grant for {@code wanted} jobs, and gives {@code counted} earlier ones back. */
    CompletionStage<QuotaGrant> count(
            String call, int counted, int wanted, @Nullable Duration within, boolean countsRefusal) {
        return count(new QuotaUse(QuotaPart.CONSUME, call, counted, wanted, within, List.of(), countsRefusal));
    }

    private CompletionStage<QuotaGrant> count(QuotaUse step) {
        return cache.counts().use(client, step);
    }

    /** Ends the call, and gives back the jobs that were granted and did not come. */
    void giveBackTokens(String call, int counted) {
        cache.counts().logFailure(client, count(call, counted, 0, null, false));
    }

    /** Counts jobs that came, of which {@code counted} were granted before. */
    CompletionStage<QuotaGrant> deliver(String call, int counted, List<Job> jobs, boolean countsRefusal) {
        List<HeldLease> leases = holdsLeases()
                ? jobs.stream().map(job -> new HeldLease(name(job), until(job))).toList()
                : List.of();
        return count(new QuotaUse(
                QuotaPart.CONSUME, call, counted, jobs.size(), QuotaCounts.LONGEST_CALL, leases, countsRefusal));
    }

    private static Instant until(Job job) {
        return Objects.requireNonNull(job.leaseUntil());
    }

    private String name(Job job) {
        return Quotas.held(job.tube(), job.id(), leases.apply(job));
    }

    /** Counts a refusal. */
    void countRefusal(QuotaGrant grant) {
        cache.refused().count(client.quotaName(), grant.isFull() ? QuotaPart.IN_FLIGHT : QuotaPart.CONSUME, 1);
    }

    GrapeException refusal(QuotaGrant grant) {
        return Refusals.of(client, QuotaPart.CONSUME, grant);
    }
}
