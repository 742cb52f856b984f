package io.grape.server.admission;

import io.grape.core.quota.Quota;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaPart;
import io.grape.core.quota.Quotas;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The quotas of clients, cached at this broker, so that a call of a client without a quota makes no Redis call. The broker checks their
 * version each second, and reads all of them each minute, because a failover may have lost a change without lowering the version.
 * Thread-safe.
 */
public final class QuotaCache {
    private static final Logger LOG = LoggerFactory.getLogger(QuotaCache.class);
    private static final int REFRESHES_PER_READ = 60;

    private final Quotas quotas;
    private final QuotaCounts counts;
    private final RefusedCalls refused = new RefusedCalls();
    private final AtomicBoolean isRefreshing = new AtomicBoolean();
    private volatile Snapshot snapshot = new Snapshot(-1, Map.of());
    private volatile boolean isDraining;
    private int refreshes;

    private record Snapshot(long version, Map<String, Quota> quotas) {}

    QuotaCache(Quotas quotas) {
        this.quotas = quotas;
        this.counts = new QuotaCounts(quotas, System::nanoTime);
    }

    /** The quotas as they are stored. */
    public Quotas stored() {
        return quotas;
    }

    /** What this broker refused because of quotas. */
    public RefusedCalls refused() {
        return refused;
    }

    /** Counts what clients use. */
    QuotaCounts counts() {
        return counts;
    }

    /** How many calls this broker allowed without counting them, because Redis did not respond. */
    public AtomicLong uncounted() {
        return counts.uncounted();
    }

    /** Reads the quotas. Never fails, because the Redis user of an earlier release may lack the right to read them. */
    public CompletionStage<Void> start() {
        return changed().handle((known, failure) -> {
            if (failure != null) {
                LOG.warn("quotas could not be read, retrying each second", failure);
            }
            return null;
        });
    }

    /** Reads the quotas if they were changed. Call each second. Does nothing while an earlier call is in progress. */
    public void refresh() {
        if (isRefreshing.compareAndSet(false, true)) {
            refreshes++;
            boolean isReadDue = refreshes % REFRESHES_PER_READ == 0;
            quotas.version()
                    .thenCompose(now ->
                            isReadDue || now != snapshot.version ? read(now) : CompletableFuture.completedStage(now))
                    .whenComplete((done, failure) -> {
                        isRefreshing.set(false);
                        if (failure == null) {
                            counts.hasResponded();
                            counts.reportAgain();
                        } else {
                            LOG.debug("quotas could not be read, the cached ones stay in force", failure);
                        }
                    });
        }
    }

    /** Reads the quotas now, because this broker has changed them. */
    public CompletionStage<Long> changed() {
        return quotas.version().thenCompose(this::read);
    }

    /** A change during this read has a later version, so the next refresh reads it. */
    private CompletionStage<Long> read(long version) {
        return quotas.all().thenApply(all -> {
            snapshot = new Snapshot(version, Map.copyOf(all));
            refused.keepOnly(all.keySet());
            return version;
        });
    }

    /** From now on no consume waits for its quota. */
    public void drain() {
        isDraining = true;
    }

    boolean isDraining() {
        return isDraining;
    }

    /** The client and its quota for this part; null = the client has none. */
    public @Nullable QuotaClient limitedClient(Supplier<ClientName> who, QuotaPart part) {
        Map<String, Quota> all = snapshot.quotas;
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
}
