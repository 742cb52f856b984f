package io.grape.server.admission;

import io.grape.core.ErrorCode;
import io.grape.core.OncePerInterval;
import io.grape.core.quota.HeldLease;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaGrant;
import io.grape.core.quota.QuotaPart;
import io.grape.core.quota.QuotaUse;
import io.grape.core.quota.Quotas;
import io.grape.server.failure.Failures;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what clients with a quota use. If the Redis node of the quotas does not respond, calls are allowed uncounted, so that its
 * outage does not stop the tubes on other nodes. After a second without a response, calls no longer wait for that node. Thread-safe.
 */
final class QuotaCounts {
    private static final Logger LOG = LoggerFactory.getLogger(QuotaCounts.class);
    /** The maximum per client, and of clients. Redis drops what is not reported when its time is over. */
    private static final int MAX_UNREPORTED = 10_000;

    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Longer than any call takes. The calls of a broker that dies count as in flight for this time. */
    static final Duration LONGEST_CALL = Duration.ofSeconds(30);

    private final Quotas quotas;
    private final LongSupplier nanoTime;
    private final ProduceBatcher produces = new ProduceBatcher((client, jobs) -> use(client, produce(newCall(), jobs)));
    private final AtomicLong uncounted = new AtomicLong();
    private final OncePerInterval warning = new OncePerInterval(Duration.ofMinutes(1));
    /** What has ended, by client, and could not be reported to Redis yet. */
    private final Map<String, Set<String>> unreported = new ConcurrentHashMap<>();
    /** When the first step since the last response of Redis was sent; 0 = none was sent. */
    private final AtomicLong silentSince = new AtomicLong();

    QuotaCounts(Quotas quotas, LongSupplier nanoTime) {
        this.quotas = quotas;
        this.nanoTime = nanoTime;
    }

    /** A random name for a call. No tube name begins with a colon, so it differs from every lease. */
    static String newCall() {
        return ':' + Long.toString(ThreadLocalRandom.current().nextLong(), Character.MAX_RADIX);
    }

    /** How many calls were allowed without being counted. */
    AtomicLong uncounted() {
        return uncounted;
    }

    /** The Redis node of the quotas has responded. */
    void hasResponded() {
        silentSince.set(0);
    }

    /** Reports what could not be reported when it ended. */
    void reportAgain() {
        unreported.keySet().forEach(client -> {
            Set<String> ended = unreported.remove(client);
            if (ended != null) {
                end(client, List.copyOf(ended));
            }
        });
    }

    /** In one step, because {@link #reportAgain} may remove the set at the same time. */
    private void keep(String client, Collection<String> ended) {
        if (unreported.size() < MAX_UNREPORTED) {
            unreported.compute(client, (name, before) -> {
                Set<String> all = before == null ? new HashSet<>() : before;
                if (all.size() < MAX_UNREPORTED) {
                    all.addAll(ended);
                }
                return all;
            });
        }
    }

    /** Counts a produce. */
    CompletionStage<QuotaGrant> produce(QuotaClient client, String call, int jobs) {
        return client.quota().inFlight() == null ? produces.count(client, jobs) : use(client, produce(call, jobs));
    }

    private static QuotaUse produce(String call, int jobs) {
        return new QuotaUse(QuotaPart.PRODUCE, call, 0, jobs, LONGEST_CALL, List.of(), true);
    }

    /** Gives the jobs of a produce back that were not created. */
    CompletionStage<?> giveBack(QuotaClient client, String call, int jobs) {
        CompletionStage<QuotaGrant> done =
                use(client, new QuotaUse(QuotaPart.PRODUCE, call, jobs, 0, null, List.of(), false));
        logFailure(client, done);
        return done;
    }

    /** Counts a step of a call. */
    CompletionStage<QuotaGrant> use(QuotaClient client, QuotaUse step) {
        if (!isSilent()) {
            return count(client, step)
                    .exceptionallyCompose(failure -> Failures.is(ErrorCode.STORE_UNAVAILABLE, failure)
                            ? allowed(step, failure)
                            : CompletableFuture.failedStage(failure));
        }
        if (!step.begins()) {
            logFailure(client, count(client, step));
        }
        return allowed(step, null);
    }

    private CompletionStage<QuotaGrant> count(QuotaClient client, QuotaUse step) {
        silentSince.compareAndSet(0, now());
        return quotas.use(client, step).whenComplete((grant, failure) -> {
            if (failure == null) {
                hasResponded();
            } else if (step.within() == null) {
                keep(client.name(), List.of(step.call()));
            }
        });
    }

    private boolean isSilent() {
        long since = silentSince.get();
        return since != 0 && now() - since > SILENCE_NANOS;
    }

    /** Never 0. */
    private long now() {
        return nanoTime.getAsLong() | 1;
    }

    private CompletionStage<QuotaGrant> allowed(QuotaUse step, @Nullable Throwable failure) {
        if (step.begins()) {
            uncounted.incrementAndGet();
            if (warning.isDue()) {
                LOG.warn("Redis does not respond for quotas; calls are allowed until it does", failure);
            }
        }
        return CompletableFuture.completedStage(new QuotaGrant(step.wanted(), Duration.ZERO, false));
    }

    /** Counts leases as extended. */
    void extend(QuotaClient client, List<HeldLease> extended) {
        logFailure(client, quotas.extend(client.name(), extended));
    }

    /** Counts leases, or a call, as ended. */
    void end(QuotaClient client, List<String> ended) {
        end(client.name(), ended);
    }

    private void end(String client, List<String> ended) {
        quotas.end(client, ended).whenComplete((done, failure) -> {
            if (failure != null) {
                keep(client, ended);
            }
        });
    }

    /** A failure of such a step is only logged, because {@link #reportAgain} reports what has ended. */
    void logFailure(QuotaClient client, CompletionStage<?> stage) {
        stage.whenComplete((done, failure) -> {
            if (failure != null) {
                LOG.debug("what a client has in flight was not reported client={}", client.name(), failure);
            }
        });
    }
}
