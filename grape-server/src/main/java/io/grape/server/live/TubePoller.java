package io.grape.server.live;

import io.grape.core.TubeName;
import io.grape.core.tube.Samples;
import io.grape.core.tube.Tube;
import io.grape.core.tube.Tubes;
import io.grape.server.failure.FanOut;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

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
        List<TubeName> next = next(all);
        return Future.fromCompletionStage(FanOut.tubes(next, CONCURRENCY, this::state))
                .map(found -> {
                    seen.keySet().removeAll(next);
                    seen.putAll(found);
                    return new Seen(all.size(), List.copyOf(seen.values()));
                });
    }

    private synchronized void forgetLater() {
        vertx.cancelTimer(forgetting);
        forgetting = vertx.setTimer(FORGOTTEN_AFTER_MILLIS, unseen -> seen.clear());
    }

    private synchronized List<TubeName> next(Set<TubeName> all) {
        List<TubeName> next = new ArrayList<>();
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

    private CompletionStage<TubeState> state(TubeName name) {
        return tubes.describe(name).thenCompose(this::withHour);
    }

    private CompletionStage<TubeState> withHour(Tube tube) {
        return TubeState.mayBeBusy(tube)
                ? samples.of(tube.name()).thenApply(hour -> TubeState.of(tube, hour))
                : CompletableFuture.completedStage(TubeState.quiet(tube));
    }
}
