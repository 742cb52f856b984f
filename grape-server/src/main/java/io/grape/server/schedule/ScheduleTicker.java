package io.grape.server.schedule;

import io.grape.core.TubeName;
import io.grape.core.schedule.DueTube;
import io.grape.core.schedule.ScheduleTicks;
import io.grape.core.schedule.Ticked;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the schedules of all tubes go on. Once a second it asks the index what is due within the next minute, and sets a timer
 * for each such tube. Every broker does the same: whoever comes second finds nothing to do.
 *
 * <p>Redis may lose the last entries of the index. So all known tubes are looked at in turn as well.
 */
public final class ScheduleTicker {
    private static final Logger LOG = LoggerFactory.getLogger(ScheduleTicker.class);
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Duration AHEAD = Duration.ofMinutes(1);
    private static final Duration ROUND = Duration.ofSeconds(10);

    private final Vertx vertx;
    private final Context context;
    private final ScheduleTicks ticks;
    private final Supplier<Set<TubeName>> known;
    private final Consumer<Ticked> told;
    private final Predicate<Throwable> isOutage;
    private final Map<TubeName, Long> timers = new HashMap<>();
    private final Set<TubeName> looking = new HashSet<>();
    /** Looked at again, as they had schedules. */
    private final Set<TubeName> scheduled = new HashSet<>();

    private final Queue<TubeName> round = new ArrayDeque<>();
    private int skip;
    private boolean asking;
    private boolean stopped;

    /**
     * Ticks nothing yet.
     *
     * @param known all tubes
     * @param told what each look at a tube did
     * @param isOutage whether a failure is told by somebody else
     */
    public ScheduleTicker(
            Vertx vertx,
            ScheduleTicks ticks,
            Supplier<Set<TubeName>> known,
            Consumer<Ticked> told,
            Predicate<Throwable> isOutage) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.ticks = ticks;
        this.known = known;
        this.told = told;
        this.isOutage = isOutage;
    }

    public void start() {
        context.runOnContext(go -> {
            vertx.setPeriodic(EVERY.toMillis(), tick -> ask());
            vertx.setPeriodic(ROUND.toMillis(), tick -> {
                lookAgain();
                lookAround();
            });
        });
    }

    public void stop() {
        context.runOnContext(go -> {
            stopped = true;
            timers.values().forEach(vertx::cancelTimer);
            timers.clear();
        });
    }

    /** Lets all go on whose occurrences are due now. */
    public Future<Void> tickDue() {
        return Future.fromCompletionStage(ticks.due(Duration.ZERO, 0), context)
                .compose(due -> Future.join(due.stream()
                        .map(one -> Future.fromCompletionStage(ticks.tick(one.tube()), context))
                        .toList()))
                .mapEmpty();
    }

    private void ask() {
        if (asking || stopped) {
            return;
        }
        asking = true;
        Future.fromCompletionStage(ticks.due(AHEAD, skip), context).onComplete(found -> {
            asking = false;
            if (found.succeeded()) {
                // The next second goes on behind them, so that none keeps the others from their turn.
                skip = found.result().size() < ScheduleTicks.MAX_DUE ? 0 : skip + ScheduleTicks.MAX_DUE;
                setTimers(found.result());
            } else {
                failed(found.cause());
            }
        });
    }

    private void setTimers(List<DueTube> due) {
        due.forEach(one -> setTimer(one.tube(), one.in()));
    }

    private void setTimer(TubeName tube, Duration in) {
        if (stopped || looking.contains(tube)) {
            return;
        }
        Long before = timers.put(tube, vertx.setTimer(Math.max(1, in.toMillis()), fired -> {
            timers.remove(tube);
            look(tube);
        }));
        if (before != null) {
            vertx.cancelTimer(before);
        }
    }

    private void look(TubeName tube) {
        if (stopped || !looking.add(tube)) {
            return;
        }
        Future.fromCompletionStage(ticks.tick(tube), context).onComplete(done -> {
            looking.remove(tube);
            if (done.failed()) {
                failed(done.cause());
                return;
            }
            Ticked ticked = done.result();
            told.accept(ticked);
            Duration next = ticked.next();
            if (next == null) {
                scheduled.remove(tube);
            } else {
                scheduled.add(tube);
            }
            // What failed is tried again when the index says so.
            if (next != null && !next.isZero() && next.compareTo(AHEAD) <= 0) {
                setTimer(tube, next);
            }
        });
    }

    private void lookAgain() {
        List.copyOf(scheduled).forEach(tube -> setTimer(tube, Duration.ZERO));
    }

    /** One of all tubes, in turn. */
    private void lookAround() {
        if (round.isEmpty()) {
            round.addAll(known.get());
        }
        TubeName tube = round.poll();
        if (tube != null) {
            look(tube);
        }
    }

    private void failed(Throwable failure) {
        if (!isOutage.test(failure)) {
            LOG.warn("the schedules of a tube could not go on, the next look will retry", failure);
        }
    }
}
