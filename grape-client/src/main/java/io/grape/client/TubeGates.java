package io.grape.client;

import java.util.List;

/**
 * The calls for the gates of one tube. Each call fails with a {@link GrapeException}, {@link ErrorCode#TUBE_NOT_FOUND}
 * if there is no such tube. The name of a gate is 1 to 64 of {@code A-Z a-z 0-9 . _ -}. What a gate does:
 * {@code docs/gates.md}.
 */
public final class TubeGates {
    private final AsyncTubeGates async;

    TubeGates(AsyncTubeGates async) {
        this.async = async;
    }

    /** Lists the gates by name. The pause of the tube is the gate {@code pause}. */
    public List<GateStatus> list() {
        return Futures.get(async.list());
    }

    /** Counts the ready jobs that a gate would match, and does nothing to them. */
    public GatePreview preview(GateSettings gate) {
        return Futures.get(async.preview(gate));
    }

    /**
     * Puts a gate up, or replaces the one of that name; it acts from the next delivery on. Fails with
     * {@link ErrorCode#WRONG_STATE} if the tube has 64 others, if it matches a key and the tube has no keys, if it
     * holds by a label and the tube keeps an order, or if the gate of that name holds jobs and would match others.
     */
    public GateStatus put(String name, GateSettings gate) {
        return Futures.get(async.put(name, gate));
    }

    /** Lifts a gate: what it held is delivered in its old order. False if there is no gate of that name. */
    public boolean lift(String name) {
        return Futures.get(async.lift(name));
    }
}
