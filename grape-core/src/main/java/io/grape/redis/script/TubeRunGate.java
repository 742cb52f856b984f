package io.grape.redis.script;

import io.grape.core.TubeName;
import io.grape.redis.connection.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Lets the runs of scripts that are for one tube go together, and the next ones when all of them are back. They leave in one
 * write, wake Redis once, and come back in one read. Runs that find nothing on the way go at once; those of other tubes know
 * nothing of them. Where so many jobs wait that they fill a run, waiting for more would gain nothing: they go while others are
 * on the way, so that Redis and the broker both have work.
 */
public final class TubeRunGate {
    private static final int ENOUGH_JOBS = BatchSplitter.MAX_JOBS;
    private static final int MAX_GROUPS = 3;

    private final Executor endOfTurn;
    private final Duration timeout;
    private final ConcurrentHashMap<TubeName, Gate> gates = new ConcurrentHashMap<>();

    /**
     * Nobody waits here yet.
     *
     * @param endOfTurn runs a task once the calls that are coming in now are made
     * @param timeout how long a call may take, its wait here included
     */
    TubeRunGate(Executor endOfTurn, Duration timeout) {
        this.endOfTurn = endOfTurn;
        this.timeout = timeout;
    }

    /** Guarded by the map. */
    private static final class Gate {
        List<Supplier<? extends CompletionStage<?>>> waiting = new ArrayList<>();
        int jobs;
        int groups;
        boolean opening;

        /** True once it may open: who is told so has to see to it. */
        boolean opens() {
            boolean room = groups == 0 || (groups < MAX_GROUPS && jobs >= ENOUGH_JOBS);
            boolean opens = room && !opening && !waiting.isEmpty();
            opening |= opens;
            return opens;
        }
    }

    /** That of a call that comes now. */
    Deadline deadline() {
        return Deadline.in(timeout);
    }

    /** Begins a run when it may go; what it returns completes when it is back. */
    void enter(TubeName tube, int jobs, Supplier<? extends CompletionStage<?>> run) {
        change(tube, gate -> {
            gate.waiting.add(run);
            gate.jobs += jobs;
        });
    }

    /** More jobs are for a run that waits here. */
    void join(TubeName tube, int jobs) {
        change(tube, gate -> gate.jobs += jobs);
    }

    private void change(TubeName tube, Consumer<Gate> change) {
        boolean[] opens = {false};
        gates.compute(tube, (same, known) -> {
            Gate gate = known == null ? new Gate() : known;
            change.accept(gate);
            opens[0] = gate.opens();
            return gate.groups == 0 && gate.waiting.isEmpty() ? null : gate;
        });
        if (opens[0]) {
            endOfTurn.execute(() -> open(tube));
        }
    }

    private void open(TubeName tube) {
        List<Supplier<? extends CompletionStage<?>>> next = new ArrayList<>();
        gates.computeIfPresent(tube, (same, gate) -> {
            next.addAll(gate.waiting);
            gate.waiting.clear();
            gate.jobs = 0;
            gate.groups++;
            gate.opening = false;
            return gate;
        });
        CompletableFuture<?>[] runs =
                next.stream().map(run -> run.get().toCompletableFuture()).toArray(CompletableFuture<?>[]::new);
        var unused = CompletableFuture.allOf(runs).whenComplete((done, failure) -> change(tube, gate -> gate.groups--));
    }
}
