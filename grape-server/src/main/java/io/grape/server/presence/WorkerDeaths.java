package io.grape.server.presence;

import io.grape.core.broker.BrokerInfo;
import io.grape.core.job.LeasedJob;
import io.grape.core.quota.QuotaClient;
import io.grape.server.lease.OutageLog;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides with the other brokers that a worker has died, and ends its leases.
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
 * <p>All state belongs to one event loop; {@link #suspect} and {@link #drain} may be called from anywhere.
 */
final class WorkerDeaths {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerDeaths.class);
    private static final int MAX_PER_ROUND = 100;
    private static final long GATHER_MILLIS = 20;
    private static final long ANSWERS_WITHIN_MILLIS = 1000;
    private static final long MIN_PAUSE_MILLIS = 1000;
    /** While Redis could not be used, brokers may not have heard of each other. */
    private static final Duration AFTER_AN_OUTAGE = Duration.ofSeconds(5);

    private static final Duration GIVEN_UP_AFTER = Duration.ofMinutes(10);

    private final Context context;
    private final PresenceOptions options;
    private final PresencePorts ports;
    private final Map<String, WorkerSession> byKey;
    private final AtomicLong died = new AtomicLong();
    private final AtomicLong endedLeases = new AtomicLong();
    private final List<WorkerSession> toAsk = new ArrayList<>();
    private final Map<String, WorkerRound> rounds = new HashMap<>();
    private volatile boolean draining;
    private boolean isGathering;
    private long roundCount;

    /** @param byKey the workers that this broker knows, which others change */
    WorkerDeaths(Context context, PresenceOptions options, PresencePorts ports, Map<String, WorkerSession> byKey) {
        this.context = context;
        this.options = options;
        this.ports = ports;
        this.byKey = byKey;
    }

    /** How many workers closed their last stream and did not come back, for which this broker asked the others. */
    AtomicLong died() {
        return died;
    }

    /** How many leases this broker ended. */
    AtomicLong endedLeases() {
        return endedLeases;
    }

    /** This broker shuts down: it finds nobody dead any more. */
    void drain() {
        draining = true;
    }

    /** A worker has closed its last stream here. */
    void suspect(WorkerSession session) {
        askAfter(session, options.grace().toMillis());
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

    /** Whether its stream was closed, and no other one was opened within the grace time. */
    private boolean isOverdue(WorkerSession session) {
        return session.mayHaveDied() && session.sinceClosed().compareTo(options.grace()) >= 0;
    }

    private boolean isActive(WorkerSession session) {
        return session.wasSeenWithin(options.grace().dividedBy(2));
    }

    private void ask(WorkerSession session) {
        // A stream that was closed again later has a timer of its own.
        if (draining || !isOverdue(session)) {
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
        Optional<Duration> sinceOutage = ports.outage().sinceLast();
        if (sinceOutage.isPresent() && sinceOutage.get().compareTo(AFTER_AN_OUTAGE) < 0) {
            some.forEach(this::askLater);
            return;
        }
        Future.fromCompletionStage(ports.brokers().list(), context)
                .map(known -> known.brokers().stream()
                        .filter(BrokerInfo::isAlive)
                        .map(BrokerInfo::broker)
                        .collect(Collectors.toSet()))
                .onSuccess(alive -> ask(some, alive))
                .onFailure(failure -> couldNotAsk(some, failure));
    }

    private void couldNotAsk(List<WorkerSession> some, Throwable failure) {
        LOG.debug("could not ask other brokers for workers, will try again", failure);
        some.forEach(this::askLater);
    }

    private void ask(List<WorkerSession> some, Set<String> alive) {
        // The question has to come back to this broker: else it may not hear the answers either.
        alive.add(options.self());
        String name = Long.toString(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE), Character.MAX_RADIX) + "-"
                + ++roundCount;
        WorkerRound round = new WorkerRound(name, some, alive);
        rounds.put(name, round);
        context.owner().setTimer(ANSWERS_WITHIN_MILLIS, late -> end(round));
        tell(WorkerMessage.Kind.ASK, name, round.question()).onFailure(failure -> {
            // Otherwise its time is over, and it is repeated already.
            if (rounds.remove(name) != null) {
                couldNotAsk(some, failure);
            }
        });
    }

    private Future<Void> tell(WorkerMessage.Kind kind, String round, List<String> items) {
        String text = new WorkerMessage(kind, options.self(), round, items).text();
        return Future.fromCompletionStage(ports.channel().tellOfWorkers(text), context);
    }

    /** Another broker, or this one, has said something. */
    void heard(WorkerMessage message) {
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
        return session.isPresent() || session.isMovedOnWithin(options.grace()) || isActive(session);
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
            if (session.isPresent() || closedLater || session.isMovedOnWithin(options.grace())) {
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
            if (!isOverdue(session)) {
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
                        "a worker is gone, leases that it still holds end worker={}",
                        session.name().id());
                endLeases(session);
            });
        }
    }

    private void endLeases(WorkerSession session) {
        QuotaClient client = session.client();
        session.takeLeases()
                .forEach((tube, some) -> ports.leases().end(tube, some).whenComplete((ended, failure) -> {
                    if (failure == null) {
                        endedLeases.addAndGet(ended);
                        ports.quotas().countEnded(client, tube, some);
                    } else if (!ports.outage().covers(OutageLog.BEAT, failure)) {
                        LOG.warn(
                                "could not end leases of a worker that has died, they end with their time tube={} ids={}",
                                tube,
                                some.stream().map(LeasedJob::id).toList(),
                                failure);
                    }
                }));
    }
}
