package io.grape.redis;

import io.grape.core.TubeName;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Lets the runs of scripts that are for one tube go together, and the next ones when all of them are back. They leave in one
 * write, wake Redis once, and come back in one read. Runs that find nothing on the way go at once; those of other tubes know
 * nothing of them.
 */
final class Turnstile {
    private final Executor endOfTurn;
    private final ConcurrentHashMap<TubeName, Gate> gates = new ConcurrentHashMap<>();

    /** With who runs a task once the calls that are coming in now are made. */
    Turnstile(Executor endOfTurn) {
        this.endOfTurn = endOfTurn;
    }

    /** Guarded by the map. */
    private static final class Gate {
        List<Supplier<? extends CompletionStage<?>>> waiting = new ArrayList<>();
        int onTheWay;
        boolean opening;

        /** True for the first that finds nothing on the way: it has to see to it that the gate opens. */
        boolean opens() {
            boolean first = onTheWay == 0 && !opening && !waiting.isEmpty();
            opening |= first;
            return first;
        }
    }

    /** Begins a run when it may go; what it returns completes when it is back. */
    void enter(TubeName tube, Supplier<? extends CompletionStage<?>> run) {
        boolean[] opens = {false};
        gates.compute(tube, (same, known) -> {
            Gate gate = known == null ? new Gate() : known;
            gate.waiting.add(run);
            opens[0] = gate.opens();
            return gate;
        });
        openIf(opens[0], tube);
    }

    private void openIf(boolean wanted, TubeName tube) {
        if (wanted) {
            endOfTurn.execute(() -> open(tube));
        }
    }

    private void open(TubeName tube) {
        List<Supplier<? extends CompletionStage<?>>> next = new ArrayList<>();
        gates.computeIfPresent(tube, (same, gate) -> {
            next.addAll(gate.waiting);
            gate.waiting.clear();
            gate.onTheWay = next.size();
            gate.opening = false;
            return gate;
        });
        next.forEach(run -> run.get().whenComplete((done, failure) -> back(tube)));
    }

    private void back(TubeName tube) {
        boolean[] opens = {false};
        gates.computeIfPresent(tube, (same, gate) -> {
            gate.onTheWay--;
            opens[0] = gate.opens();
            return gate.onTheWay == 0 && gate.waiting.isEmpty() ? null : gate;
        });
        openIf(opens[0], tube);
    }
}
