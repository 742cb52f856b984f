package io.grape.server.quota;

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

/** What the calls of clients with a quota may do. All brokers count together: such a call asks Redis. Thread-safe. */
public final class ClientQuotas {
    /** A retry of what was done, though its response was lost, is told so. */
    private static final Set<ErrorCode> HELD_NO_MORE = EnumSet.of(ErrorCode.JOB_NOT_FOUND, ErrorCode.LEASE_LOST);

    private final QuotaCache known;

    public ClientQuotas(Quotas quotas) {
        this.known = new QuotaCache(quotas);
    }

    /** The quotas as this broker knows them. */
    public QuotaCache known() {
        return known;
    }

    /** Who a client is that has a quota for calls of a kind; null = it may make any number of them. */
    public @Nullable QuotaClient limited(Supplier<ClientName> who, QuotaPart part) {
        return known.limited(who, part);
    }

    /** Produces one job; fails with QUOTA_EXCEEDED. */
    public <T> CompletionStage<T> produce(QuotaClient client, Supplier<CompletionStage<T>> call) {
        return new LimitedProduce(known, client).one(call);
    }

    /** Produces as many of some jobs as are allowed, the first ones; the outcome of each other one is QUOTA_EXCEEDED. */
    public <J, T> CompletionStage<List<ItemResult<T>>> produce(
            QuotaClient client, List<J> jobs, Function<List<J>, CompletionStage<List<ItemResult<T>>>> call) {
        return new LimitedProduce(known, client).all(jobs, call);
    }

    /**
     * Produces as many of some jobs as are allowed; fails with QUOTA_EXCEEDED if none is.
     *
     * @param call is told how many
     * @param made how many were made; the others do not count
     */
    public <T> CompletionStage<T> produceSome(
            QuotaClient client, int wanted, IntFunction<CompletionStage<T>> call, ToIntFunction<T> made) {
        return new LimitedProduce(known, client).some(wanted, call, made);
    }

    /** Takes jobs for a client; fails with QUOTA_EXCEEDED where none is allowed. */
    public BlockingConsume consume(Supplier<ClientName> who, BlockingConsume waiters) {
        return consume(who, waiters, Job::requireLease, false);
    }

    /** The same for one that acknowledges by {@link Lease#CURRENT}. */
    public BlockingConsume consumeWithoutLeases(Supplier<ClientName> who, BlockingConsume waiters) {
        return consume(who, waiters, job -> Lease.CURRENT, false);
    }

    /** The same for one that waits until a job is allowed, for as long as it waits for one. */
    public BlockingConsume consumePatiently(Supplier<ClientName> who, BlockingConsume waiters) {
        return consume(who, waiters, Job::requireLease, true);
    }

    private BlockingConsume consume(
            Supplier<ClientName> who, BlockingConsume waiters, Function<Job, Lease> leases, boolean isPatient) {
        QuotaClient client = limited(who, QuotaPart.CONSUME);
        return client == null
                ? waiters
                : new LimitedConsume(new LimitedClient(known, who, client, waiters, leases), waiters, isPatient);
    }

    /** True where what a client has in flight is limited. */
    public boolean limitsLeases(Supplier<ClientName> who) {
        return holder(who) != null;
    }

    private @Nullable QuotaClient holder(Supplier<ClientName> who) {
        QuotaClient client = limited(who, QuotaPart.IN_FLIGHT);
        return client == null || client.quota().inFlight() == null ? null : client;
    }

    /** Whose quota limits what a client has in flight; null = nothing does. */
    public @Nullable QuotaClient holderOf(Supplier<ClientName> who) {
        return holder(who);
    }

    /** Leases of a client have ended that it did not end itself. */
    public void ended(@Nullable QuotaClient client, TubeName tube, List<LeasedJob> leases) {
        if (client != null) {
            known.counts()
                    .end(
                            client,
                            leases.stream()
                                    .map(each -> Quotas.held(tube, each.id(), each.lease()))
                                    .toList());
        }
    }

    /** A client acknowledges a job: its lease is in flight no more, or for longer, once that is done. */
    public void acknowledges(
            Supplier<ClientName> who, TubeName tube, Acknowledgement given, CompletionStage<Acknowledged> done) {
        QuotaClient client = holder(who);
        if (client != null) {
            done.whenComplete((acknowledged, failure) -> note(
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

    /** The same of many. */
    public void acknowledges(
            Supplier<ClientName> who,
            TubeName tube,
            List<? extends Acknowledgement> given,
            CompletionStage<List<ItemResult<Acknowledged>>> done) {
        QuotaClient client = holder(who);
        if (client != null) {
            done.thenAccept(results -> note(client, tube, given, results));
        }
    }

    private void note(
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
            } else if (done != null || (failure != null && HELD_NO_MORE.contains(failure.code()))) {
                ended.add(Quotas.held(tube, id, given.get(at).lease()));
            }
        }
        if (!ended.isEmpty()) {
            known.counts().end(client, ended);
        }
        if (!extended.isEmpty()) {
            known.counts().extend(client, extended);
        }
    }
}
