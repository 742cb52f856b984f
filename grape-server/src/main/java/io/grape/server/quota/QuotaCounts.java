package io.grape.server.quota;

import io.grape.core.ErrorCode;
import io.grape.core.quota.HeldLease;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaGrant;
import io.grape.core.quota.QuotaPart;
import io.grape.core.quota.QuotaUse;
import io.grape.core.quota.Quotas;
import io.grape.server.failure.Failures;
import io.grape.server.failure.RateLimitedLog;
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
 * Counts what clients with a quota use. If the node of Redis that counts does not respond, a call is allowed: that node costs the tubes
 * of others nothing. Once it has been silent for a second nobody waits for it. Thread-safe.
 */
final class QuotaCounts {
    private static final Logger LOG = LoggerFactory.getLogger(QuotaCounts.class);
    /** More of a client, or more clients, end by time. */
    private static final int MAX_UNTOLD = 10_000;

    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Longer than any call takes: where a broker dies, its calls are in flight until then. */
    static final Duration LONGEST_CALL = Duration.ofSeconds(30);

    private final Quotas quotas;
    private final LongSupplier nanoTime;
    private final ProduceBatcher produces = new ProduceBatcher((client, jobs) -> use(client, produce(newCall(), jobs)));
    private final AtomicLong uncounted = new AtomicLong();
    private final RateLimitedLog seldom = new RateLimitedLog();
    /** What has ended, by its client, and Redis does not know: it is told once it responds. */
    private final Map<String, Set<String>> untold = new ConcurrentHashMap<>();
    /** When the first step was sent since Redis has responded last; 0 = none was. */
    private final AtomicLong silentSince = new AtomicLong();

    QuotaCounts(Quotas quotas, LongSupplier nanoTime) {
        this.quotas = quotas;
        this.nanoTime = nanoTime;
    }

    /** A name for a call. No tube is called so, so no job is either. */
    static String newCall() {
        return ':' + Long.toString(ThreadLocalRandom.current().nextLong(), Character.MAX_RADIX);
    }

    /** How many calls were allowed without a count. */
    AtomicLong uncounted() {
        return uncounted;
    }

    /** Redis has responded for the quotas. */
    void hasResponded() {
        silentSince.set(0);
    }

    /** Tells Redis what it could not be told when it ended. */
    void tellAgain() {
        untold.keySet().forEach(client -> {
            Set<String> ended = untold.remove(client);
            if (ended != null) {
                end(client, List.copyOf(ended));
            }
        });
    }

    /** In one step: what is being told meanwhile is another set. */
    private void keep(String client, Collection<String> ended) {
        if (untold.size() < MAX_UNTOLD) {
            untold.compute(client, (name, before) -> {
                Set<String> all = before == null ? new HashSet<>() : before;
                if (all.size() < MAX_UNTOLD) {
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

    /** Of a produce that was not done all jobs come back. */
    CompletionStage<?> giveBack(QuotaClient client, String call, int jobs) {
        CompletionStage<QuotaGrant> done =
                use(client, new QuotaUse(QuotaPart.PRODUCE, call, jobs, 0, null, List.of(), false));
        noted(client, done);
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
            noted(client, count(client, step));
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
            if (seldom.isDue()) {
                LOG.warn("Redis does not respond for quotas; calls are allowed until it does", failure);
            }
        }
        return CompletableFuture.completedStage(new QuotaGrant(step.wanted(), Duration.ZERO, false));
    }

    /** Leases last longer. */
    void extend(QuotaClient client, List<HeldLease> extended) {
        noted(client, quotas.extend(client.name(), extended));
    }

    /** Leases, or a call, are in flight no more. */
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

    /** A failure of such a step harms nobody: what has ended is told again. */
    void noted(QuotaClient client, CompletionStage<?> stage) {
        stage.whenComplete((done, failure) -> {
            if (failure != null) {
                LOG.debug("what a client has in flight was not told client={}", client.name(), failure);
            }
        });
    }
}
