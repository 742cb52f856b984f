package io.grape.server.presence;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Job;
import io.grape.core.quota.QuotaClient;
import io.grape.server.metrics.WorkerCounts;
import io.vertx.core.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The workers that hold a stream open at some broker, and the leases that they hold: what this broker delivered to them, or renewed for
 * them. When a worker has died, {@link WorkerDeaths} ends them. Nothing about this is stored. What a broker remembers is bounded: see
 * {@link WorkerSession}.
 */
public final class Workers implements PresenceStream.Listener, WorkerCounts {
    private static final int MAX_SESSIONS = 20_000;
    private static final long SWEEP_MILLIS = 10_000;
    /** A worker may be known by its calls alone. */
    private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(1);

    private final Context context;
    private final PresenceOptions options;
    private final PresencePorts ports;
    private final Map<WorkerName, WorkerSession> sessions = new ConcurrentHashMap<>();
    private final Map<String, WorkerSession> byKey = new ConcurrentHashMap<>();
    private final Set<PresenceStream> streams = ConcurrentHashMap.newKeySet();
    private final AtomicInteger leases = new AtomicInteger();
    private final WorkerDeaths deaths;
    private volatile boolean draining;

    /** @param context the event loop that questions and answers belong to */
    public Workers(Context context, PresenceOptions options, PresencePorts ports) {
        this.context = context;
        this.options = options;
        this.ports = ports;
        this.deaths = new WorkerDeaths(context, options, ports, byKey);
    }

    /** Listens to other brokers, before hints are subscribed to. */
    public void start() {
        ports.channel()
                .onWorkerMessage(text -> WorkerMessage.parse(text)
                        .ifPresent(message -> context.runOnContext(heard -> deaths.heard(message))));
        context.runOnContext(go -> context.owner().setPeriodic(SWEEP_MILLIS, tick -> sweep()));
    }

    /** For how long a worker may be without a stream. */
    public Duration grace() {
        return options.grace();
    }

    @Override
    public int present() {
        return streams.size();
    }

    @Override
    public int leases() {
        return leases.get();
    }

    @Override
    public AtomicLong died() {
        return deaths.died();
    }

    @Override
    public AtomicLong endedLeases() {
        return deaths.endedLeases();
    }

    /** Fails where this broker takes no stream now. */
    public void checkRoom() {
        if (draining) {
            throw new GrapeException(ErrorCode.DRAINING, "this broker is shutting down, retry at another one");
        }
        if (sessions.size() >= MAX_SESSIONS) {
            throw new GrapeException(
                    ErrorCode.OVERLOADED, "this broker knows " + MAX_SESSIONS + " workers, try another");
        }
    }

    /** A stream of a worker has opened. */
    @Override
    public void opened(PresenceStream stream) {
        streams.add(stream);
        // Not while it is being forgotten.
        sessions.compute(stream.worker(), (name, known) -> {
            WorkerSession session = known == null ? create(name) : known;
            session.opened();
            return session;
        });
        if (draining) {
            stream.end();
        }
    }

    /** It has ended, because the client closed it or otherwise. */
    @Override
    public void closed(PresenceStream stream, boolean byClient) {
        streams.remove(stream);
        WorkerSession session = session(stream.worker());
        if (session.closed(byClient && !draining && !options.grace().isZero())) {
            deaths.suspect(session);
        }
    }

    private WorkerSession session(WorkerName name) {
        return sessions.computeIfAbsent(name, this::create);
    }

    private WorkerSession create(WorkerName name) {
        WorkerSession session = new WorkerSession(name, leases);
        byKey.put(session.key(), session);
        return session;
    }

    /** The worker of a call; null for one that has no name, or for which there is no room. */
    private @Nullable WorkerSession known(@Nullable WorkerName name) {
        if (name == null || options.grace().isZero()) {
            return null;
        }
        WorkerSession session = sessions.get(name);
        return session != null || sessions.size() >= MAX_SESSIONS ? session : session(name);
    }

    /** A worker makes a call. */
    public void seen(@Nullable WorkerName name) {
        WorkerSession session = known(name);
        if (session != null) {
            session.seen();
        }
    }

    /**
     * Jobs are about to be delivered to a worker.
     *
     * @param client whose quota limits what it holds; null = none does
     */
    public void delivers(@Nullable WorkerName name, List<Job> jobs, @Nullable QuotaClient client) {
        WorkerSession session = jobs.isEmpty() ? null : known(name);
        if (session != null) {
            session.delivered(jobs, client);
        }
    }

    /** A worker acknowledges jobs: it holds them no more, or for longer, once that is done. */
    public void acknowledges(
            @Nullable WorkerName name,
            TubeName tube,
            List<? extends Acknowledgement> given,
            CompletionStage<List<ItemResult<Acknowledged>>> done) {
        WorkerSession session = known(name);
        if (session != null) {
            session.seen();
            done.thenAccept(results -> {
                for (int at = 0; at < results.size(); at++) {
                    note(session, tube, given.get(at), results.get(at));
                }
            });
        }
    }

    private static void note(
            WorkerSession session, TubeName tube, Acknowledgement given, ItemResult<Acknowledged> result) {
        Acknowledged done = result.value();
        Instant until = done == null ? null : done.leaseUntil();
        if (given.lease().equals(Lease.CURRENT)) {
            return;
        }
        if (done != null && until != null) {
            session.renewed(tube, given.id(), given.lease(), Duration.between(done.at(), until));
        } else if (done != null || isLost(result.failure())) {
            session.ended(tube, given.lease());
        }
    }

    /** Whether the lease is over. After another failure, such as of Redis, the worker still holds it. */
    private static boolean isLost(@Nullable GrapeException failure) {
        return failure != null && (failure.code() == ErrorCode.LEASE_LOST || failure.code() == ErrorCode.JOB_NOT_FOUND);
    }

    private void sweep() {
        sessions.keySet()
                .forEach(name -> sessions.computeIfPresent(name, (same, session) -> {
                    boolean isEmpty = session.forgetExpired();
                    boolean isForgotten = isEmpty && !session.mayHaveDied() && !session.wasSeenWithin(FORGOTTEN_AFTER);
                    if (isForgotten) {
                        byKey.remove(session.key(), session);
                    }
                    return isForgotten ? null : session;
                }));
    }

    /** Ends all streams, and takes no more. That a worker goes to another broker then is no evidence. */
    public void drain() {
        draining = true;
        deaths.drain();
        streams.forEach(PresenceStream::end);
    }
}
