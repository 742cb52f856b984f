package io.grape.server.presence;

import io.grape.core.JobId;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.job.Job;
import io.grape.core.job.LeasedJob;
import io.grape.core.quota.QuotaClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One worker as this broker knows it: its open streams, and the leases that it may hold. Thread-safe. */
final class WorkerSession {
    /** Of one worker. The oldest are forgotten beyond that: they end with their time. */
    static final int MAX_LEASES = 10_000;
    /** Of all workers of a broker. */
    static final int MAX_LEASES_OF_ALL = 200_000;

    private final WorkerName name;
    private final String key;
    private final AtomicInteger leasesOfAll;
    private final Map<Ref, Held> held = new LinkedHashMap<>();
    private @Nullable QuotaClient client;
    private int streams;
    private boolean isMovedOn;
    private boolean hasClosed;
    private long closedAt;
    private long seenAt = System.nanoTime();

    private record Ref(TubeName tube, long lease) {}

    private record Held(JobId id, long until) {}

    WorkerSession(WorkerName name, AtomicInteger leasesOfAll) {
        this.name = name;
        this.key = name.key();
        this.leasesOfAll = leasesOfAll;
    }

    WorkerName name() {
        return name;
    }

    String key() {
        return key;
    }

    /** A call of the worker has come. */
    synchronized void seen() {
        seenAt = System.nanoTime();
    }

    synchronized boolean wasSeenWithin(Duration time) {
        return System.nanoTime() - seenAt < time.toNanos();
    }

    /** @param by whose quota limits what it holds; null = none does */
    synchronized void delivered(List<Job> jobs, @Nullable QuotaClient by) {
        client = by;
        jobs.forEach(job -> hold(job.tube(), job.id(), job.requireLease(), job.ttr()));
    }

    synchronized void renewed(TubeName tube, JobId id, Lease lease, Duration left) {
        hold(tube, id, lease, left);
    }

    private void hold(TubeName tube, JobId id, Lease lease, Duration left) {
        Ref ref = new Ref(tube, lease.value());
        if (!held.containsKey(ref)) {
            if (held.size() >= MAX_LEASES) {
                held.remove(held.keySet().iterator().next());
            } else if (leasesOfAll.get() >= MAX_LEASES_OF_ALL) {
                return;
            } else {
                leasesOfAll.incrementAndGet();
            }
        }
        held.put(ref, new Held(id, System.nanoTime() + left.toNanos()));
    }

    synchronized void ended(TubeName tube, Lease lease) {
        if (held.remove(new Ref(tube, lease.value())) != null) {
            leasesOfAll.decrementAndGet();
        }
    }

    /** Takes all leases that it may hold, by tube. */
    synchronized Map<TubeName, List<LeasedJob>> takeLeases() {
        forgetExpired();
        Map<TubeName, List<LeasedJob>> all = new HashMap<>();
        held.forEach((ref, job) -> all.computeIfAbsent(ref.tube, tube -> new ArrayList<>())
                .add(new LeasedJob(job.id, new Lease(ref.lease))));
        leasesOfAll.addAndGet(-held.size());
        held.clear();
        return all;
    }

    synchronized @Nullable QuotaClient client() {
        return client;
    }

    synchronized void opened() {
        streams++;
        hasClosed = false;
        isMovedOn = false;
        seenAt = System.nanoTime();
    }

    /**
     * A stream has ended. True if that was the last one and its client closed it: then the worker may have died.
     *
     * @param byClient false if this broker ended it, or if the network did
     */
    synchronized boolean closed(boolean byClient) {
        streams--;
        if (streams > 0) {
            return false;
        }
        hasClosed = byClient;
        closedAt = System.nanoTime();
        isMovedOn = !byClient;
        return byClient;
    }

    synchronized boolean isPresent() {
        return streams > 0;
    }

    /** Whether this broker ended its last stream itself within this time, so that the worker is on its way to another one. */
    synchronized boolean isMovedOnWithin(Duration time) {
        return isMovedOn && System.nanoTime() - closedAt < time.toNanos();
    }

    /** Whether its client closed its last stream, and it has not come back here. */
    synchronized boolean mayHaveDied() {
        return hasClosed && streams == 0;
    }

    synchronized Duration sinceClosed() {
        return Duration.ofNanos(System.nanoTime() - closedAt);
    }

    /** It is known to be elsewhere, or its leases have been ended. */
    synchronized void settled() {
        hasClosed = false;
    }

    /** Forgets leases whose time is over. True if nothing is left to know of it. */
    synchronized boolean forgetExpired() {
        long now = System.nanoTime();
        int before = held.size();
        held.values().removeIf(job -> now - job.until >= 0);
        leasesOfAll.addAndGet(held.size() - before);
        return streams == 0 && held.isEmpty();
    }
}
