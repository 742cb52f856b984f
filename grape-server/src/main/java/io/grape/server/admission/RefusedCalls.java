package io.grape.server.admission;

import io.grape.core.quota.QuotaPart;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** How many jobs and calls each quota refused at this broker. Thread-safe. */
public final class RefusedCalls {
    private final Map<RefusedPart, AtomicLong> counts = new ConcurrentHashMap<>();
    private volatile @Nullable Listener listener;

    /** Receives each counter before its first refusal, and its key once the quota is removed. */
    public interface Listener {
        void began(RefusedPart key, AtomicLong count);

        void ended(RefusedPart key);
    }

    /** Set it before the first refusal. */
    public void listen(Listener wanted) {
        listener = wanted;
    }

    void count(String quota, QuotaPart part, long refused) {
        counts.computeIfAbsent(new RefusedPart(quota, part), this::begin).addAndGet(refused);
    }

    private AtomicLong begin(RefusedPart key) {
        AtomicLong count = new AtomicLong();
        Listener known = listener;
        if (known != null) {
            known.began(key, count);
        }
        return count;
    }

    /** Drops the counters of all other quotas, because those were removed. */
    void keepOnly(Collection<String> quotas) {
        counts.keySet().removeIf(key -> {
            boolean isGone = !quotas.contains(key.quota());
            Listener known = listener;
            if (isGone && known != null) {
                known.ended(key);
            }
            return isGone;
        });
    }
}
