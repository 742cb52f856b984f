package io.grape.server;

import io.grape.core.TubeName;
import io.grape.core.Tubes;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at tubes when their next lease runs out: a look runs the migration script, whose answer says when the next one is due.
 * A tube without leases costs nothing.
 *
 * <p>What goes wrong with one tube concerns that tube: it is looked at again a little later, and the others never wait for it.
 * All state belongs to one event loop; every method may be called from anywhere.
 */
final class Watches {
    private static final Logger LOG = LoggerFactory.getLogger(Watches.class);
    private static final int LOOKS_AT_ONCE = 16;
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final Context context;
    private final Tubes tubes;
    private final Map<TubeName, Alarm> alarms = new HashMap<>();
    private final Set<TubeName> waiting = new LinkedHashSet<>();
    private final Set<TubeName> looking = new LinkedHashSet<>();
    private final LongAdder expired = new LongAdder();

    /** When a tube is looked at next, by the monotonic clock. */
    private record Alarm(long timer, long at) {}

    Watches(Vertx vertx, Tubes tubes) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.tubes = tubes;
    }

    /** A lease of this tube runs out in a while. */
    void expect(TubeName tube, Duration in) {
        context.runOnContext(set -> arm(tube, in));
    }

    /** Looks at the tube as soon as there is room. */
    void look(TubeName tube) {
        context.runOnContext(ask -> {
            waiting.add(tube);
            lookOn();
        });
    }

    /** How many leases ran out and were ended by this broker. */
    long expired() {
        return expired.sum();
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
            waiting.add(tube);
            lookOn();
        });
        alarms.put(tube, new Alarm(timer, at));
    }

    private void lookOn() {
        while (looking.size() < LOOKS_AT_ONCE && !waiting.isEmpty()) {
            TubeName tube = waiting.iterator().next();
            waiting.remove(tube);
            if (looking.add(tube)) {
                Future.fromCompletionStage(tubes.migrate(tube), context).onComplete(done -> {
                    looking.remove(tube);
                    if (done.succeeded()) {
                        looked(tube, done.result());
                    } else {
                        LOG.warn("could not look after leases, will try again tube={}", tube, done.cause());
                        arm(tube, AFTER_FAILURE);
                    }
                    lookOn();
                });
            } else {
                arm(tube, Duration.ofMillis(1));
            }
        }
    }

    private void looked(TubeName tube, Tubes.Migration migration) {
        expired.add(migration.expired());
        Duration next = migration.next();
        if (next != null) {
            arm(tube, next);
        }
    }
}
