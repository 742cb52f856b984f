package io.grape.server.live;

import io.grape.core.ErrorCode;
import io.grape.core.TubeName;
import io.grape.core.tube.Samples;
import io.grape.core.tube.Tube;
import io.grape.core.tube.Tubes;
import io.grape.server.failure.BrokenTubes;
import io.grape.server.failure.Failures;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The tubes as they were last seen. Each look is at so many of them, in turn, and what nobody has asked for in a minute is
 * forgotten: what it costs to be looked at does not grow with the number of tubes. One look at a time.
 */
final class TubePoller {
    static final int TUBES_A_LOOK = 200;

    private static final int CONCURRENCY = 16;
    private static final long FORGOTTEN_AFTER_MILLIS = 60_000;

    private final Vertx vertx;
    private final Tubes tubes;
    private final Samples samples;
    private final Supplier<Set<TubeName>> known;
    private final Map<TubeName, TubeState> seen = new ConcurrentHashMap<>();
    private final Queue<TubeName> turn = new ArrayDeque<>();
    private long forgetting = -1;

    TubePoller(Vertx vertx, Tubes tubes, Samples samples, Supplier<Set<TubeName>> known) {
        this.vertx = vertx;
        this.tubes = tubes;
        this.samples = samples;
        this.known = known;
    }

    /** What was seen, and how many tubes there are. */
    record Seen(int count, Collection<TubeState> states) {}

    /** Looks at those whose turn it is. */
    Future<Seen> look() {
        Set<TubeName> all = known.get();
        seen.keySet().retainAll(all);
        forgetLater();
        Queue<TubeName> next = next(all);
        return Future.all(IntStream.range(0, CONCURRENCY)
                        .mapToObj(lane -> lookOn(next))
                        .toList())
                .map(done -> new Seen(all.size(), List.copyOf(seen.values())));
    }

    private synchronized void forgetLater() {
        vertx.cancelTimer(forgetting);
        forgetting = vertx.setTimer(FORGOTTEN_AFTER_MILLIS, unseen -> seen.clear());
    }

    private synchronized Queue<TubeName> next(Set<TubeName> all) {
        Queue<TubeName> next = new ConcurrentLinkedQueue<>();
        int most = Math.min(TUBES_A_LOOK, all.size());
        if (turn.size() < most) {
            turn.clear();
            all.stream().sorted().forEach(turn::add);
        }
        while (next.size() < most) {
            next.add(turn.remove());
        }
        return next;
    }

    /** One of several that look side by side. */
    private Future<Void> lookOn(Queue<TubeName> next) {
        TubeName name = next.poll();
        if (name == null) {
            return Future.succeededFuture();
        }
        return state(name)
                .onSuccess(state -> seen.put(name, state))
                .recover(failure -> {
                    seen.remove(name);
                    return Failures.is(ErrorCode.TUBE_NOT_FOUND, failure) || BrokenTubes.passedOver(name, failure)
                            ? Future.succeededFuture()
                            : Future.failedFuture(failure);
                })
                .compose(done -> lookOn(next));
    }

    private Future<TubeState> state(TubeName name) {
        return Future.fromCompletionStage(tubes.describe(name)).compose(this::withHour);
    }

    private Future<TubeState> withHour(Tube tube) {
        return TubeState.mayBeBusy(tube)
                ? Future.fromCompletionStage(samples.of(tube.name())).map(hour -> TubeState.of(tube, hour))
                : Future.succeededFuture(TubeState.quiet(tube));
    }
}
