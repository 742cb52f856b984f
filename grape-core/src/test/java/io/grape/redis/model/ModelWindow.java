package io.grape.redis.model;

import io.grape.core.JobId;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which ids a tube remembers in the model. */
final class ModelWindow {
    private static final long SECOND = 1000;

    /** Ids by the ms until which they are remembered. */
    final NavigableMap<Long, Set<String>> sets = new TreeMap<>();

    private final ModelTube tube;

    /** As it is stored, in ms; 0 = as the jobs say, null = no id is remembered. */
    @Nullable
    Long stored;

    ModelWindow(ModelTube tube, Duration dedup) {
        this.tube = tube;
        this.stored = dedup.isZero() ? null : dedup.toMillis();
    }

    void configure(Duration dedup) {
        if (!dedup.isZero()) {
            stored = dedup.toMillis();
        } else if (stored != null) {
            stored = stored == 0 || !sets.isEmpty() || !tube.jobs.isEmpty() ? Long.valueOf(0) : null;
        }
    }

    /** Jobs with a window of their own were produced. */
    void begin() {
        if (stored == null) {
            stored = 0L;
        }
    }

    void ended(ModelJob job, long now) {
        Long own = job.window;
        if (stored == null || (own == null ? stored : own) == 0) {
            return;
        }
        long window = own == null ? stored : own;
        sets.computeIfAbsent(endOf(window, now), ends -> new TreeSet<>()).add(job.id.value());
    }

    /** Until when an id is remembered that ends now. No longer than docs/http.md promises, whatever the rule of the sets is. */
    private static long endOf(long window, long now) {
        long width = SECOND * Long.highestOneBit(Math.max(1, window / 4 / SECOND));
        long end = (now + window + width - 1) / width * width;
        if (end - now < window || end - now >= window + Math.max(SECOND, window / 4)) {
            throw new IllegalStateException("an id is remembered for " + (end - now) + " ms of a window of " + window);
        }
        return end;
    }

    /** The ids of a run that are remembered; sets that have ended are forgotten then. */
    Set<JobId> known(Collection<JobId> ids, long now) {
        Set<String> known = sets.tailMap(now, false).values().stream()
                .flatMap(Set::stream)
                .collect(Collectors.toCollection(HashSet::new));
        forget(now);
        return ids.stream().filter(id -> known.contains(id.value())).collect(Collectors.toSet());
    }

    private void forget(long now) {
        sets.headMap(now, true).clear();
    }

    /** What a look for expired leases does. Returns when the next set ends. */
    OptionalLong keep(long now) {
        forget(now);
        if (sets.isEmpty() && Long.valueOf(0).equals(stored) && tube.jobs.isEmpty()) {
            stored = null;
        }
        return next();
    }

    OptionalLong next() {
        return sets.isEmpty() ? OptionalLong.empty() : OptionalLong.of(sets.firstKey());
    }
}
