package io.grape.server.quota;

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
 * The quotas of clients, as this broker knows them: a call of a client without one asks Redis nothing. Whether one was changed is asked
 * each second; what a failover took back is noticed by a look each minute. Thread-safe.
 */
public final class QuotaCache {
    private static final Logger LOG = LoggerFactory.getLogger(QuotaCache.class);
    private static final int CHECKS_ANYWAY = 60;

    private final Quotas quotas;
    private final QuotaCounts counts;
    private final RefusedCalls refused = new RefusedCalls();
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile Known known = new Known(-1, Map.of());
    private volatile boolean draining;
    private int looks;

    private record Known(long version, Map<String, Quota> quotas) {}

    QuotaCache(Quotas quotas) {
        this.quotas = quotas;
        this.counts = new QuotaCounts(quotas, System::nanoTime);
    }

    /** The quotas as they are stored. */
    public Quotas stored() {
        return quotas;
    }

    /** What this broker refused. */
    public RefusedCalls refused() {
        return refused;
    }

    /** Counts what clients use. */
    QuotaCounts counts() {
        return counts;
    }

    /** How many calls this broker allowed without a count, as Redis did not respond. */
    public AtomicLong uncounted() {
        return counts.uncounted();
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
                            counts.hasResponded();
                            counts.tellAgain();
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
}
