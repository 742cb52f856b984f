package io.grape.server.quota;

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

/** What the consumes of a client with a quota count. What is changed meanwhile holds from the next step on. */
final class LimitedClient {
    private final QuotaCache known;
    private final Supplier<ClientName> who;
    private final BlockingConsume waiters;
    private final Function<Job, Lease> leases;
    private volatile QuotaClient client;

    /**
     * Counts nothing yet.
     *
     * @param leases by which the client acknowledges
     */
    LimitedClient(
            QuotaCache known,
            Supplier<ClientName> who,
            QuotaClient client,
            BlockingConsume waiters,
            Function<Job, Lease> leases) {
        this.known = known;
        this.who = who;
        this.client = client;
        this.waiters = waiters;
        this.leases = leases;
    }

    /** Jobs that were delivered, and did not reach the client. */
    void giveBack(List<Job> jobs) {
        waiters.giveBack(jobs);
        if (holdsLeases() && !jobs.isEmpty()) {
            known.counts().end(client, jobs.stream().map(this::name).toList());
        }
    }

    /** Looks at its quota as it is now; false where it has none any more. */
    boolean isLimited() {
        QuotaClient now = known.limited(who, QuotaPart.CONSUME);
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
        return known.isDraining();
    }

    /** Jobs that were taken for it, and are not held. */
    void giveBackUncounted(List<Job> jobs) {
        if (!jobs.isEmpty()) {
            waiters.giveBack(jobs);
        }
    }

    /** The call asks for so many jobs, or tells that so many of those that were allowed did not come. */
    CompletionStage<QuotaGrant> count(String call, int counted, int wanted, @Nullable Duration within, boolean tells) {
        return count(new QuotaUse(QuotaPart.CONSUME, call, counted, wanted, within, List.of(), tells));
    }

    private CompletionStage<QuotaGrant> count(QuotaUse step) {
        return known.counts().use(client, step);
    }

    /** So many jobs were allowed, and did not come: the call ends. */
    void giveBackTokens(String call, int counted) {
        known.counts().noted(client, count(call, counted, 0, null, false));
    }

    /** Jobs came, of which so many were allowed before. */
    CompletionStage<QuotaGrant> deliver(String call, int counted, List<Job> jobs, boolean tells) {
        List<HeldLease> leases = holdsLeases()
                ? jobs.stream().map(job -> new HeldLease(name(job), until(job))).toList()
                : List.of();
        return count(
                new QuotaUse(QuotaPart.CONSUME, call, counted, jobs.size(), QuotaCounts.LONGEST_CALL, leases, tells));
    }

    private static Instant until(Job job) {
        return Objects.requireNonNull(job.leaseUntil());
    }

    private String name(Job job) {
        return Quotas.held(job.tube(), job.id(), leases.apply(job));
    }

    /** Counts a refusal. */
    void tell(QuotaGrant grant) {
        known.refused().count(client.quotaName(), grant.isFull() ? QuotaPart.IN_FLIGHT : QuotaPart.CONSUME, 1);
    }

    GrapeException refusal(QuotaGrant grant) {
        return Refusals.of(client, QuotaPart.CONSUME, grant);
    }
}
