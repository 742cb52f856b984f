package io.grape.server.lease;

import io.grape.core.TubeName;
import io.grape.core.tube.ExpiryPass;
import io.grape.core.tube.Tubes;
import io.grape.server.failure.BrokenTubes;
import io.grape.server.metrics.TrafficListener;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at tubes when their next lease runs out: a look runs the migration script, whose answer says when the next one is due.
 * A tube without leases costs nothing.
 *
 * <p>What goes wrong with one tube concerns that tube: it is looked at again a little later, and the others never wait for it.
 * All state belongs to one event loop; every method may be called from anywhere.
 */
public final class LeaseExpiryTimers {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseExpiryTimers.class);
    private static final int CHECKS_CONCURRENCY = 16;
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final Context context;
    private final Tubes tubes;
    private final OutageLog outage;
    private final TrafficListener traffic;
    private final Map<TubeName, Alarm> alarms = new HashMap<>();
    private final Set<TubeName> waiting = new LinkedHashSet<>();
    private final Set<TubeName> looking = new LinkedHashSet<>();
    /** Tubes to look at once more when the look that is under way has ended: it may have come too early. */
    private final Set<TubeName> again = new HashSet<>();

    /** When a tube is looked at next, by the monotonic clock. */
    private record Alarm(long timer, long at) {}

    public LeaseExpiryTimers(Vertx vertx, Tubes tubes, OutageLog outage) {
        this(vertx, tubes, outage, TrafficListener.UNHEARD);
    }

    /** Tells in which tubes leases ran out. */
    public LeaseExpiryTimers(Vertx vertx, Tubes tubes, OutageLog outage, TrafficListener traffic) {
        this.traffic = traffic;
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.tubes = tubes;
        this.outage = outage;
    }

    /** A lease of this tube runs out in a while. */
    void expect(TubeName tube, Duration in) {
        context.runOnContext(set -> arm(tube, in));
    }

    /** Looks at the tube as soon as there is room. */
    public void look(TubeName tube) {
        context.runOnContext(soon -> ask(tube));
    }

    private void arm(TubeName tube, Duration in) {
        long at = System.nanoTime() + in.toNanos();
        Alarm before = alarms.get(tube);
        if (before != null && before.at() - at <= 0) {
            return;
        }
        if (before != null) {
            vertx.cancelTimer(before.timer());
        }
        long timer = vertx.setTimer(Math.max(1, in.toMillis()), due -> {
            alarms.remove(tube);
            ask(tube);
        });
        alarms.put(tube, new Alarm(timer, at));
    }

    private void ask(TubeName tube) {
        if (looking.contains(tube)) {
            again.add(tube);
        } else {
            waiting.add(tube);
            lookOn();
        }
    }

    private void lookOn() {
        while (looking.size() < CHECKS_CONCURRENCY && !waiting.isEmpty()) {
            TubeName tube = waiting.iterator().next();
            waiting.remove(tube);
            looking.add(tube);
            Future.fromCompletionStage(tubes.expireLeases(tube), context).onComplete(done -> {
                looking.remove(tube);
                boolean askedMeanwhile = again.remove(tube);
                if (done.failed()) {
                    failed(tube, done.cause());
                } else {
                    looked(tube, done.result(), askedMeanwhile);
                }
                // Not from here: while Redis is away each look fails at once, and one would stand on the other.
                context.runOnContext(more -> lookOn());
            });
        }
    }

    private void looked(TubeName tube, ExpiryPass pass, boolean askedMeanwhile) {
        outage.passed(tube);
        if (pass.expired() > 0) {
            traffic.in(tube);
        }
        Duration next = pass.next();
        if (next != null) {
            arm(tube, next);
        }
        if (askedMeanwhile) {
            waiting.add(tube);
        }
    }

    private void failed(TubeName tube, Throwable failure) {
        if (!outage.covers(tube, failure) && !BrokenTubes.passedOver(tube, failure)) {
            LOG.warn("could not handle leases, will retry tube={}", tube, failure);
        }
        arm(tube, AFTER_FAILURE);
    }
}
