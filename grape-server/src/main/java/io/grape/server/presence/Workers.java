package io.grape.server.presence;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.broker.BrokerInfo;
import io.grape.core.broker.BrokerRegistry;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Job;
import io.grape.core.job.LeasedJob;
import io.grape.core.job.Leases;
import io.grape.core.job.WakeUps;
import io.grape.core.quota.QuotaClient;
import io.grape.server.lease.OutageLog;
import io.grape.server.quota.ClientQuotas;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers that hold a stream open at some broker, and the leases that they hold. When a worker has died, its leases end.
 *
 * <p>Only one thing is evidence that a worker has died: its side closed the stream, and it has opened no other one within the grace
 * time. Silence is none, because a process that is paused keeps its connections; its leases end with their time. Neither is a stream that
 * a broker ended, for example because it shuts down.
 *
 * <p>The broker that saw the close asks all others once the grace is over, through the channel of hints. A broker answers for a worker
 * that has a stream there, that had one there later, or that has just made a call there. The leases end only if the question came back to
 * the broker that asked, and every broker that is alive answered that it knows nothing of the worker. So a broker that cannot hear the
 * channel, or that was killed a moment ago, ends nothing and makes the others wait; the question is repeated. Then each broker ends the
 * leases of the jobs that it delivered, or renewed, by their fencing tokens. A broker that is killed forgets them, so they end with
 * their time, unless the worker renewed them at another one since.
 *
 * <p>Nothing about this is stored. What a broker remembers is bounded: see {@link WorkerSession}.
 */
public final class Workers {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final int MAX_SESSIONS = 20_000;
    private static final int MAX_PER_ROUND = 100;
    private static final long GATHER_MILLIS = 20;
    private static final long ANSWERS_WITHIN_MILLIS = 1000;
    private static final long MIN_PAUSE_MILLIS = 1000;
    private static final long SWEEP_MILLIS = 10_000;
    /** While Redis could not be used, brokers may not have heard of each other. */
    private static final Duration AFTER_AN_OUTAGE = Duration.ofSeconds(5);

    private static final Duration GIVEN_UP_AFTER = Duration.ofMinutes(10);
    /** A worker may be known by its calls alone. */
    private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(1);

    private final Context context;
    private final PresenceOptions options;
    private final Ports ports;
    private final Map<WorkerName, WorkerSession> sessions = new ConcurrentHashMap<>();
    private final Map<String, WorkerSession> byKey = new ConcurrentHashMap<>();
    private final Set<PresenceStream> streams = ConcurrentHashMap.newKeySet();
    private final AtomicInteger leases = new AtomicInteger();
    private final AtomicLong died = new AtomicLong();
    private final AtomicLong endedLeases = new AtomicLong();
    private final List<WorkerSession> toAsk = new ArrayList<>();
    private final Map<String, WorkerRound> rounds = new HashMap<>();
    private volatile boolean draining;
    private boolean isGathering;
    private long roundCount;

    /** What this needs of a broker. */
    public record Ports(
            Leases leases, BrokerRegistry brokers, WakeUps channel, OutageLog outage, ClientQuotas quotas) {}

    /** @param context the event loop that questions and answers belong to */
    public Workers(Context context, PresenceOptions options, Ports ports) {
        this.context = context;
        this.options = options;
        this.ports = ports;
    }

    /** Listens to other brokers, before hints are subscribed to. */
    public void start() {
        ports.channel.onWorkerMessage(
                text -> WorkerMessage.parse(text).ifPresent(message -> context.runOnContext(heard -> heard(message))));
        context.runOnContext(go -> context.owner().setPeriodic(SWEEP_MILLIS, tick -> sweep()));
    }

    /** For how long a worker may be without a stream. */
    public Duration grace() {
        return options.grace();
    }

    /** How many workers have a stream here. */
    public int present() {
        return streams.size();
    }

    /** How many leases of workers are remembered here. */
    public int leases() {
        return leases.get();
    }

    /** How many workers this broker found dead. */
    public AtomicLong died() {
        return died;
    }

    /** How many leases this broker ended because their worker had died. */
    public AtomicLong endedLeases() {
        return endedLeases;
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
    void opened(PresenceStream stream) {
        streams.add(stream);
        session(stream.worker()).opened();
        if (draining) {
            stream.end();
        }
    }

    /** It has ended, because the client closed it or otherwise. */
    void closed(PresenceStream stream, boolean byClient) {
        streams.remove(stream);
        WorkerSession session = session(stream.worker());
        if (session.closed(byClient && !draining) && !options.grace().isZero()) {
            askAfter(session, options.grace().toMillis());
        }
    }

    private WorkerSession session(WorkerName name) {
        return sessions.computeIfAbsent(name, missing -> {
            WorkerSession session = new WorkerSession(name, leases);
            byKey.put(session.key(), session);
            return session;
        });
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
                    note(session, tube, given.get(at), results.get(at).value());
                }
            });
        }
    }

    private static void note(WorkerSession session, TubeName tube, Acknowledgement given, @Nullable Acknowledged done) {
        Instant until = done == null ? null : done.leaseUntil();
        if (given.lease().equals(Lease.CURRENT)) {
            return;
        }
        if (done != null && until != null) {
            session.renewed(tube, given.id(), given.lease(), Duration.between(done.at(), until));
        } else {
            session.ended(tube, given.lease());
        }
    }

    private void sweep() {
        sessions.values().forEach(session -> {
            boolean isEmpty = session.forgetExpired();
            if (isEmpty && !session.mayHaveDied() && !session.wasSeenWithin(FORGOTTEN_AFTER)) {
                sessions.remove(session.name(), session);
                byKey.remove(session.key(), session);
            }
        });
    }

    /** Ends all streams, and takes no more. That a worker goes to another broker then is no evidence. */
    public void drain() {
        draining = true;
        streams.forEach(PresenceStream::end);
    }

    private void askAfter(WorkerSession session, long millis) {
        context.runOnContext(go -> context.owner().setTimer(Math.max(1, millis), over -> ask(session)));
    }

    /** Not at once, but at the next opportunity. */
    private void askLater(WorkerSession session) {
        if (session.sinceClosed().compareTo(GIVEN_UP_AFTER) > 0) {
            session.settled();
        } else {
            askAfter(session, Math.max(MIN_PAUSE_MILLIS, options.grace().toMillis()));
        }
    }

    private boolean isActive(WorkerSession session) {
        return session.wasSeenWithin(options.grace().dividedBy(2));
    }

    private void ask(WorkerSession session) {
        if (draining || !session.mayHaveDied()) {
            return;
        }
        if (isActive(session)) {
            askLater(session);
            return;
        }
        toAsk.add(session);
        if (!isGathering) {
            isGathering = true;
            context.owner().setTimer(GATHER_MILLIS, go -> {
                isGathering = false;
                List<WorkerSession> all = List.copyOf(toAsk);
                toAsk.clear();
                for (int from = 0; from < all.size(); from += MAX_PER_ROUND) {
                    begin(all.subList(from, Math.min(all.size(), from + MAX_PER_ROUND)));
                }
            });
        }
    }

    private void begin(List<WorkerSession> some) {
        Optional<Duration> sinceOutage = ports.outage.sinceLast();
        if (sinceOutage.isPresent() && sinceOutage.get().compareTo(AFTER_AN_OUTAGE) < 0) {
            some.forEach(this::askLater);
            return;
        }
        Future.fromCompletionStage(ports.brokers.list(), context)
                .map(known -> known.brokers().stream()
                        .filter(BrokerInfo::isAlive)
                        .map(BrokerInfo::broker)
                        .collect(Collectors.toSet()))
                .compose(alive -> ask(some, alive))
                .onFailure(failure -> {
                    LOG.debug("could not ask other brokers for workers, will try again", failure);
                    some.forEach(this::askLater);
                });
    }

    private Future<Void> ask(List<WorkerSession> some, Set<String> alive) {
        // The question has to come back to this broker: else it may not hear the answers either.
        alive.add(options.self());
        String name = Long.toString(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE), Character.MAX_RADIX) + "-"
                + ++roundCount;
        WorkerRound round = new WorkerRound(name, some, alive);
        rounds.put(name, round);
        context.owner().setTimer(ANSWERS_WITHIN_MILLIS, late -> end(round));
        return tell(WorkerMessage.Kind.ASK, name, round.question()).onFailure(failure -> rounds.remove(name));
    }

    private Future<Void> tell(WorkerMessage.Kind kind, String round, List<String> items) {
        String text = new WorkerMessage(kind, options.self(), round, items).text();
        return Future.fromCompletionStage(ports.channel.tellOfWorkers(text), context);
    }

    private void heard(WorkerMessage message) {
        boolean isOwn = message.broker().equals(options.self());
        switch (message.kind()) {
            case ASK -> {
                if (isOwn) {
                    answered(new WorkerMessage(WorkerMessage.Kind.HERE, options.self(), message.round(), List.of()));
                } else {
                    var unused = tell(WorkerMessage.Kind.HERE, message.round(), answers(message.items()));
                }
            }
            case HERE -> answered(message);
            case END -> {
                if (!isOwn) {
                    message.items().stream()
                            .map(byKey::get)
                            .filter(session -> session != null && !lives(session))
                            .forEach(this::endLeases);
                }
            }
        }
    }

    private boolean lives(WorkerSession session) {
        return session.isPresent() || session.isMovedOn() || isActive(session);
    }

    /** Which of these workers live, as far as this broker knows. */
    private List<String> answers(List<String> asked) {
        List<String> here = new ArrayList<>();
        for (String item : asked) {
            String[] parts = item.split(":", 2);
            WorkerSession session = byKey.get(parts[0]);
            if (session == null || parts.length < 2) {
                continue;
            }
            boolean closedLater = session.mayHaveDied() && session.sinceClosed().toMillis() < millis(parts[1]);
            if (session.isPresent() || closedLater || session.isMovedOn()) {
                here.add(WorkerMessage.PRESENT + parts[0]);
            } else if (isActive(session)) {
                here.add(WorkerMessage.ACTIVE + parts[0]);
            }
        }
        return here;
    }

    private static long millis(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private void answered(WorkerMessage answer) {
        WorkerRound round = rounds.get(answer.round());
        if (round != null) {
            round.answered(answer);
            if (round.isComplete()) {
                end(round);
            }
        }
    }

    /** All have answered, or their time is over. */
    private void end(WorkerRound round) {
        if (rounds.remove(round.name()) == null || draining) {
            return;
        }
        List<WorkerSession> dead = new ArrayList<>();
        for (WorkerSession session : round.sessions()) {
            if (!session.mayHaveDied()) {
                continue;
            }
            if (round.isElsewhere(session)) {
                session.settled();
            } else if (round.isComplete() && !round.isActive(session) && !isActive(session)) {
                dead.add(session);
            } else {
                askLater(session);
            }
        }
        if (!round.isComplete()) {
            LOG.debug("brokers did not answer for workers, will ask again brokers={}", round.silent());
        }
        if (!dead.isEmpty()) {
            var unused = tell(
                    WorkerMessage.Kind.END,
                    round.name(),
                    dead.stream().map(WorkerSession::key).toList());
            dead.forEach(session -> {
                session.settled();
                died.incrementAndGet();
                LOG.info(
                        "a worker has died, its leases end worker={}",
                        session.name().id());
                endLeases(session);
            });
        }
    }

    private void endLeases(WorkerSession session) {
        QuotaClient client = session.client();
        session.takeLeases()
                .forEach((tube, some) -> ports.leases.end(tube, some).whenComplete((ended, failure) -> {
                    if (failure == null) {
                        endedLeases.addAndGet(ended);
                        ports.quotas.ended(client, tube, some);
                    } else if (!ports.outage.covers(OutageLog.BEAT, failure)) {
                        LOG.warn(
                                "could not end leases of a worker that has died, they end with their time tube={} ids={}",
                                tube,
                                some.stream().map(LeasedJob::id).toList(),
                                failure);
                    }
                }));
    }
}
