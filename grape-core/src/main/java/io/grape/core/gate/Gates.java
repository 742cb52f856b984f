package io.grape.core.gate;

import io.grape.core.TubeName;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The gates of tubes. Stages fail with TUBE_NOT_FOUND, and with BAD_REQUEST for an invalid name. The gate
 * {@value #PAUSE} is the pause of the tube: it holds all jobs.
 */
public interface Gates {
    /** The maximum number of gates in a tube, apart from its pause. */
    int MAX_GATES = 64;
    /** The maximum length of a name. */
    int MAX_NAME_CHARS = 64;

    String PAUSE = "pause";

    /** All gates of a tube by name. */
    CompletionStage<List<Gate>> list(TubeName tube);

    /**
     * Puts a gate up, or replaces the one of that name; it acts from the next delivery on. Fails with WRONG_STATE if
     * the tube has {@link #MAX_GATES} others, if it matches a key and the tube has no keys, if it holds by a label
     * and the tube keeps an order, or if one of that name holds jobs that it would not hold.
     *
     * @return true if there was none
     */
    CompletionStage<Boolean> put(TubeName tube, String name, GateRequest request);

    /** Fails as a put would, and changes nothing. Returns what that would. */
    CompletionStage<Boolean> check(TubeName tube, String name, GateRequest request);

    /**
     * Lifts a gate. What it held is delivered again in its old order. Jobs that it held by a label are put back in
     * slices, after the stage has completed, too. Fails with NOT_FOUND if there is none.
     */
    CompletionStage<Void> lift(TubeName tube, String name);
}
