package io.grape.server.lease;

import io.grape.core.TubeName;
import io.grape.core.broker.BrokerRegistry;
import io.grape.core.broker.RegistryState;
import io.grape.core.tube.Tubes;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop that finds tubes. One script at every heartbeat says that this broker is alive, takes over the tubes of dead ones, and
 * tells whether the registry has changed; only then are the names read. What it costs does not depend on how many tubes there
 * are.
 *
 * <p>Every tube is looked at once when it is first seen, and lest a lease be overlooked by everybody, a few tubes at every
 * heartbeat, in turn. The loop goes on whatever happens; {@link #sinceSuccess} says how long ago it last got through.
 */
public final class RegistryHeartbeat {
    private static final Logger LOG = LoggerFactory.getLogger(RegistryHeartbeat.class);
    private static final int CHECKS_PER_BEAT = 4;
    private static final int BEATS_PER_FULL_READ = 30;

    private final Vertx vertx;
    private final Context context;
    private final Tubes tubes;
    private final BrokerRegistry brokers;
    private final TubeOwnership ownership;
    private final LeaseExpiryTimers timers;
    private final OutageLog outage;
    private final Duration period;
    private final Set<TubeName> known = ConcurrentHashMap.newKeySet();
    private final Queue<TubeName> round = new ArrayDeque<>();
    private volatile long lastSuccess = System.nanoTime();
    private String registry = "";
    private int beats;
    private Future<Void> beating = Future.succeededFuture();
    private boolean stopped;

    public RegistryHeartbeat(Vertx vertx, HeartbeatContext behind, Duration period) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.tubes = behind.tubes();
        this.brokers = behind.brokers();
        this.ownership = behind.ownership();
        this.timers = behind.timers();
        this.outage = behind.outage();
        this.period = period;
    }

    /** Beats once now and then for ever; done when the tubes are known for the first time. */
    public Future<Void> start() {
        return Future.future(first -> context.runOnContext(go -> {
            vertx.setPeriodic(period.toMillis(), tick -> heartbeat());
            heartbeat().onComplete(first);
        }));
    }

    /** Beats no more; done once the heartbeat on its way has ended, so that it says nothing after the broker has left. */
    public Future<Void> stop() {
        return Future.future(still -> context.runOnContext(go -> {
            stopped = true;
            beating.otherwiseEmpty().onComplete(still);
        }));
    }

    /** The tubes there are, as of the last heartbeat. */
    public Set<TubeName> known() {
        return Set.copyOf(known);
    }

    /** How long ago the loop last got through. */
    public Duration sinceSuccess() {
        return Duration.ofNanos(System.nanoTime() - lastSuccess);
    }

    private Future<Void> heartbeat() {
        if (stopped || !beating.isComplete()) {
            return Future.succeededFuture();
        }
        // Counted before the heartbeat: what is announced while it is on its way is not in its response.
        int announced = ownership.count();
        beating = Future.fromCompletionStage(brokers.heartbeat(), context)
                .compose(heartbeat -> take(heartbeat, announced))
                .onSuccess(done -> {
                    lastSuccess = System.nanoTime();
                    outage.passed(OutageLog.BEAT);
                })
                .onFailure(this::failed);
        return beating;
    }

    private void failed(Throwable failure) {
        if (!outage.covers(OutageLog.BEAT, failure)) {
            LOG.warn("a heartbeat failed, the next will retry", failure);
        }
    }

    private Future<Void> take(RegistryState heartbeat, int announced) {
        ownership.adopt(heartbeat.adopted());
        heartbeat.adopted().forEach(timers::look);
        if (heartbeat.announced() < announced) {
            ownership.announceAll();
        }
        lookAround();
        boolean changed = !heartbeat.registry().equals(registry) || beats++ % BEATS_PER_FULL_READ == 0;
        return changed ? readNames(heartbeat.registry()) : Future.succeededFuture();
    }

    private Future<Void> readNames(String version) {
        return Future.fromCompletionStage(tubes.names(), context)
                .onSuccess(names -> {
                    Set<TubeName> added = new HashSet<>(names);
                    added.removeAll(known);
                    known.retainAll(names);
                    known.addAll(added);
                    added.forEach(timers::look);
                    ownership.forgetAllBut(names);
                    registry = version;
                })
                .mapEmpty();
    }

    private void lookAround() {
        if (round.isEmpty()) {
            round.addAll(known);
        }
        for (int i = 0; i < CHECKS_PER_BEAT && !round.isEmpty(); i++) {
            timers.look(round.remove());
        }
    }
}
