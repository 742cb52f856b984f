package io.grape.server.admission;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.BlockingConsume;
import io.grape.core.job.Job;
import io.grape.core.job.LeasedJob;
import io.grape.core.quota.HeldLease;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaPart;
import io.grape.core.quota.Quotas;
import io.grape.server.failure.Failures;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Limits how many jobs each client may produce and consume per second, and how many leases and calls it may have in flight, over all
 * brokers together. A call of a client with a quota asks Redis; other calls do not. {@link InFlightLimits} limit callers at one
 * broker. Thread-safe.
 */
public final class RateQuotas {
    /** Errors after which a client no longer holds the lease, for example if it retries a finish whose response was lost. */
    private static final Set<ErrorCode> LEASE_HAS_ENDED = EnumSet.of(ErrorCode.JOB_NOT_FOUND, ErrorCode.LEASE_LOST);

    private final QuotaCache cache;

    public RateQuotas(Quotas quotas) {
        this.cache = new QuotaCache(quotas);
    }

    /** The quotas as this broker knows them, and their counters. */
    public QuotaCache cache() {
        return cache;
    }

    /** The client and its quota for this part; null = the client has none. */
    public @Nullable QuotaClient limitedClient(Supplier<ClientName> who, QuotaPart part) {
        return cache.limitedClient(who, part);
    }

    /** Produces one job; fails with QUOTA_EXCEEDED. */
    public <T> CompletionStage<T> produce(QuotaClient client, Supplier<CompletionStage<T>> call) {
        return new LimitedProduce(cache, client).one(call);
    }

    /** Produces the first jobs, as many as the quota allows; the result of each other job is QUOTA_EXCEEDED. */
    public <J, T> CompletionStage<List<ItemResult<T>>> produce(
            QuotaClient client, List<J> jobs, Function<List<J>, CompletionStage<List<ItemResult<T>>>> call) {
        return new LimitedProduce(cache, client).all(jobs, call);
    }

    /**
     * Produces as many jobs as the quota allows; fails with QUOTA_EXCEEDED if it allows none.
     *
     * @param call produces that many jobs
     * @param made how many jobs were created; the others are given back to the quota
     */
    public <T> CompletionStage<T> produceSome(
            QuotaClient client, int wanted, IntFunction<CompletionStage<T>> call, ToIntFunction<T> made) {
        return new LimitedProduce(cache, client).some(wanted, call, made);
    }

    /** Consumes for a client; fails with QUOTA_EXCEEDED if the quota allows no job. */
    public BlockingConsume consume(Supplier<ClientName> who, BlockingConsume waiters) {
        return consume(who, waiters, Job::requireLease, false);
    }

    /** The same for a client that acknowledges by {@link Lease#CURRENT}. */
    public BlockingConsume consumeWithoutLeases(Supplier<ClientName> who, BlockingConsume waiters) {
        return consume(who, waiters, job -> Lease.CURRENT, false);
    }

    /** The same, but a consume whose quota allows no job waits for it until its own wait ends. */
    public BlockingConsume consumePatiently(Supplier<ClientName> who, BlockingConsume waiters) {
        return consume(who, waiters, Job::requireLease, true);
    }

    private BlockingConsume consume(
            Supplier<ClientName> who, BlockingConsume waiters, Function<Job, Lease> leases, boolean isPatient) {
        QuotaClient client = limitedClient(who, QuotaPart.CONSUME);
        return client == null
                ? waiters
                : new LimitedBlockingConsume(new ConsumeQuota(cache, who, client, waiters, leases), waiters, isPatient);
    }

    /** Whether a quota limits what the client has in flight. */
    public boolean limitsLeases(Supplier<ClientName> who) {
        return inFlightLimited(who) != null;
    }

    /** The client and its quota, if that limits what the client has in flight; else null. */
    public @Nullable QuotaClient inFlightLimited(Supplier<ClientName> who) {
        QuotaClient client = limitedClient(who, QuotaPart.IN_FLIGHT);
        return client == null || client.quota().inFlight() == null ? null : client;
    }

    /** Counts leases that have ended without an acknowledgement of the client. */
    public void countEnded(@Nullable QuotaClient client, TubeName tube, List<LeasedJob> leases) {
        if (client != null) {
            cache.counts()
                    .end(
                            client,
                            leases.stream()
                                    .map(each -> Quotas.held(tube, each.id(), each.lease()))
                                    .toList());
        }
    }

    /** Counts an acknowledgement once it is done: it ends the lease, or a touch extends it. */
    public void countAcknowledged(
            Supplier<ClientName> who, TubeName tube, Acknowledgement given, CompletionStage<Acknowledged> done) {
        QuotaClient client = inFlightLimited(who);
        if (client != null) {
            done.whenComplete((acknowledged, failure) -> count(
                    client,
                    tube,
                    List.of(given),
                    List.of(failure == null ? ItemResult.of(acknowledged) : ItemResult.failed(failure(failure)))));
        }
    }

    private static GrapeException failure(Throwable failure) {
        return Failures.cause(failure) instanceof GrapeException ours
                ? ours
                : new GrapeException(ErrorCode.INTERNAL, "unknown");
    }

    /** The same for several. */
    public void countAcknowledged(
            Supplier<ClientName> who,
            TubeName tube,
            List<? extends Acknowledgement> given,
            CompletionStage<List<ItemResult<Acknowledged>>> done) {
        QuotaClient client = inFlightLimited(who);
        if (client != null) {
            done.thenAccept(results -> count(client, tube, given, results));
        }
    }

    private void count(
            QuotaClient client,
            TubeName tube,
            List<? extends Acknowledgement> given,
            List<ItemResult<Acknowledged>> results) {
        List<String> ended = new ArrayList<>();
        List<HeldLease> extended = new ArrayList<>();
        for (int at = 0; at < results.size(); at++) {
            JobId id = given.get(at).id();
            Acknowledged done = results.get(at).value();
            GrapeException failure = results.get(at).failure();
            Instant until = done == null ? null : done.leaseUntil();
            if (until != null) {
                extended.add(new HeldLease(Quotas.held(tube, id, given.get(at).lease()), until));
            } else if (done != null || (failure != null && LEASE_HAS_ENDED.contains(failure.code()))) {
                ended.add(Quotas.held(tube, id, given.get(at).lease()));
            }
        }
        if (!ended.isEmpty()) {
            cache.counts().end(client, ended);
        }
        if (!extended.isEmpty()) {
            cache.counts().extend(client, extended);
        }
    }
}
