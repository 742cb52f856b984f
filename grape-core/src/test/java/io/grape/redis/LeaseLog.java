package io.grape.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobId;
import io.grape.core.Lease;
import io.grape.core.job.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** The leases that consumers were given, each with the ms by Redis's clock from when to when it stood for certain. */
final class LeaseLog {
    /** Rounding of a rate over many deliveries. */
    private static final double ROUNDING = 1e-6;

    private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
    private final long ttr;

    LeaseLog(long ttrMillis) {
        this.ttr = ttrMillis;
    }

    /** A lease. */
    static final class Entry {
        private final String key;
        private final JobId id;
        private final Lease lease;
        private long deadline;
        private volatile long end;

        private Entry(Job job, long ttr) {
            this.key = Objects.requireNonNull(job.tags().key());
            this.id = job.id();
            this.lease = job.requireLease();
            this.deadline = granted() + ttr;
            this.end = deadline;
        }

        JobId id() {
            return id;
        }

        Lease lease() {
            return lease;
        }

        private long granted() {
            return lease.grantedAtMillis();
        }

        /** It is given up by a call that is sent at a ms, unless it has run out by then. */
        void endsFrom(long millis) {
            end = Math.min(millis, deadline);
        }
    }

    Entry delivered(Job job) {
        Entry entry = new Entry(job, ttr);
        entries.add(entry);
        return entry;
    }

    /** A touch that was sent at a ms has succeeded. */
    void touched(Entry entry, long millis) {
        entry.deadline = Math.max(entry.deadline, millis + ttr);
        entry.end = entry.deadline;
    }

    private static Map<Object, List<Entry>> grouped(Iterable<Entry> entries, boolean byKey) {
        Map<Object, List<Entry>> groups = new HashMap<>();
        entries.forEach(entry -> groups.computeIfAbsent(byKey ? entry.key : entry.id, name -> new ArrayList<>())
                .add(entry));
        groups.values().forEach(group -> group.sort(Comparator.comparingLong(entry -> entry.lease.value())));
        return groups;
    }

    /** No job had two leases that stood at the same time. */
    void checkThatNoneIsHeldTwice() {
        grouped(entries, false).forEach((id, leases) -> {
            for (int i = 1; i < leases.size(); i++) {
                Entry before = leases.get(i - 1);
                assertThat(leases.get(i).granted())
                        .as("the lease of %s after %s, which stood until %d", id, before.lease, before.end)
                        .isGreaterThanOrEqualTo(before.end);
                assertThat(leases.get(i).lease).isNotEqualTo(before.lease);
            }
        });
    }

    /** The deliveries of each key, in order. */
    Map<Object, List<Entry>> ofKeys() {
        return grouped(entries, true);
    }

    /** Most leases of one key that stood at the same time. */
    static int mostAtOnce(List<Entry> leases) {
        PriorityQueue<Long> ends = new PriorityQueue<>();
        int most = 0;
        for (Entry entry : leases) {
            Long first = ends.peek();
            while (first != null && first <= entry.granted()) {
                ends.remove();
                first = ends.peek();
            }
            if (entry.end > entry.granted()) {
                ends.add(entry.end);
            }
            most = Math.max(most, ends.size());
        }
        return most;
    }

    /** In any time there were at most a burst and what the rate allows in it. */
    static void checkPace(String key, List<Entry> leases, double perSecond, @Nullable Integer burst) {
        double leastAhead = Double.MAX_VALUE;
        for (int i = 0; i < leases.size(); i++) {
            double ahead = i - leases.get(i).granted() * perSecond / 1000;
            leastAhead = Math.min(leastAhead, ahead);
            assertThat(ahead - leastAhead + 1)
                    .as("burst of %s at delivery %d", key, i)
                    .isLessThanOrEqualTo((burst == null ? 1 : burst) + ROUNDING * perSecond);
        }
    }

    int size() {
        return entries.size();
    }
}
