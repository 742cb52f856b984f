package io.grape.server.quota;

import io.grape.core.ErrorCode;
import io.grape.core.quota.Quota;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaGrant;
import io.grape.core.quota.QuotaPart;
import io.grape.core.quota.QuotaUse;
import io.grape.core.quota.Quotas;
import io.grape.server.failure.Failures;
import io.grape.server.failure.RateLimitedLog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The quotas of clients, as this broker knows them: a call of a client without one asks Redis nothing. Whether one was changed is asked
 * each second; what a failover took back is noticed by a look each minute. While the node of Redis that counts does not respond,
 * nothing is counted and all is allowed: it costs the tubes of other nodes nothing. Thread-safe.
 */
public final class QuotaCache {
    private static final Logger LOG = LoggerFactory.getLogger(QuotaCache.class);
    private static final int CHECKS_ANYWAY = 60;
    /** Longer than any call takes: where a broker dies, its calls are in flight until then. */
    static final Duration LONGEST_CALL = Duration.ofSeconds(30);

    private final Quotas quotas;
    private final RefusedCalls refused = new RefusedCalls();
    private final ProduceBatcher produces = new ProduceBatcher((client, jobs) -> use(client, produce(newCall(), jobs)));
    private final AtomicLong uncounted = new AtomicLong();
    private final RateLimitedLog seldom = new RateLimitedLog();
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile Known known = new Known(-1, Map.of());
    private volatile boolean isAway;
    private volatile boolean draining;
    private int looks;

    private record Known(long version, Map<String, Quota> quotas) {}

    QuotaCache(Quotas quotas) {
        this.quotas = quotas;
    }

    /** The quotas as they are stored. */
    public Quotas stored() {
        return quotas;
    }

    /** What this broker refused. */
    public RefusedCalls refused() {
        return refused;
    }

    /** How many steps this broker allowed and did not count, as Redis did not respond. */
    public AtomicLong uncounted() {
        return uncounted;
    }

    /** Counts a produce. */
    CompletionStage<QuotaGrant> produce(QuotaClient client, String call, int jobs) {
        return client.quota().inFlight() == null ? produces.count(client, jobs) : use(client, produce(call, jobs));
    }

    private static QuotaUse produce(String call, int jobs) {
        return new QuotaUse(QuotaPart.PRODUCE, call, 0, jobs, LONGEST_CALL, List.of(), true);
    }

    /** Counts a step of a call. */
    CompletionStage<QuotaGrant> use(QuotaClient client, QuotaUse step) {
        if (isAway) {
            return allowed(step);
        }
        return quotas.use(client, step).exceptionallyCompose(failure -> {
            if (!Failures.is(ErrorCode.STORE_UNAVAILABLE, failure)) {
                return CompletableFuture.failedStage(failure);
            }
            isAway = true;
            if (seldom.isDue()) {
                LOG.warn("quotas are not counted until Redis responds for them; all calls are allowed", failure);
            }
            return allowed(step);
        });
    }

    private CompletionStage<QuotaGrant> allowed(QuotaUse step) {
        uncounted.incrementAndGet();
        return CompletableFuture.completedStage(new QuotaGrant(step.wanted(), Duration.ZERO, false));
    }

    /** Reads them. Never fails: a Redis user that may not is that of an earlier release, which had none. */
    public CompletionStage<Void> start() {
        return changed().handle((known, failure) -> {
            if (failure != null) {
                LOG.warn("quotas could not be read, it is tried again each second", failure);
            }
            return null;
        });
    }

    /** To be called each second: looks whether a quota was changed; never at the same time as another look. */
    public void look() {
        if (looking.compareAndSet(false, true)) {
            looks++;
            boolean anyway = looks % CHECKS_ANYWAY == 0;
            quotas.version()
                    .thenCompose(
                            now -> anyway || now != known.version ? read(now) : CompletableFuture.completedStage(now))
                    .whenComplete((done, failure) -> {
                        looking.set(false);
                        if (failure == null) {
                            isAway = false;
                        } else {
                            LOG.debug("quotas could not be looked at, the known ones go on", failure);
                        }
                    });
        }
    }

    /** They were changed by this broker: it knows at once. */
    public CompletionStage<Long> changed() {
        return quotas.version().thenCompose(this::read);
    }

    /** What is changed while this reads has a later version, and is read by the next look. */
    private CompletionStage<Long> read(long version) {
        return quotas.all().thenApply(all -> {
            known = new Known(version, Map.copyOf(all));
            refused.keepOnly(all.keySet());
            return version;
        });
    }

    /** From now on nobody waits for a quota. */
    public void drain() {
        draining = true;
    }

    /** A name for a call. No tube is called so, so no job is either. */
    static String newCall() {
        return ':' + Long.toString(ThreadLocalRandom.current().nextLong(), Character.MAX_RADIX);
    }

    boolean isDraining() {
        return draining;
    }

    /** Who a client is that has a quota for calls of a kind; null = it may make any number of them. */
    public @Nullable QuotaClient limited(Supplier<ClientName> who, QuotaPart part) {
        Map<String, Quota> all = known.quotas;
        if (all.isEmpty()) {
            return null;
        }
        QuotaClient client = client(all, who.get());
        return client != null && client.quota().limits(part) ? client : null;
    }

    private static @Nullable QuotaClient client(Map<String, Quota> all, ClientName who) {
        Quota own = all.get(who.name());
        if (own != null) {
            return new QuotaClient(who.name(), who.name(), own);
        }
        Quota ofGroup = all.get(who.group());
        if (ofGroup != null) {
            return new QuotaClient(who.group(), who.group(), ofGroup);
        }
        Quota other = all.get(Quota.DEFAULT);
        return other == null ? null : new QuotaClient(who.group(), Quota.DEFAULT, other);
    }

    /** Leases, or a call, are in flight no more. Where Redis does not hear of it they end by time. */
    void end(QuotaClient client, List<String> ended) {
        noted(client, quotas.end(client.name(), ended));
    }

    void noted(QuotaClient client, CompletionStage<?> stage) {
        stage.whenComplete((done, failure) -> {
            if (failure != null) {
                LOG.debug("what a client has in flight was not told client={}", client.name(), failure);
            }
        });
    }
}
