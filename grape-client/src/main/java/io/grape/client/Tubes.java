package io.grape.client;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The calls for whole tubes, by name. Each call fails with a {@link GrapeException}. */
public final class Tubes {
    private final AsyncTubes async;

    Tubes(AsyncTubes async) {
        this.async = async;
    }

    /**
     * Lists tubes by name.
     *
     * @param limit 1 to 1000
     * @param cursor {@link TubePage#next} of the page before; null for the first
     */
    public TubePage list(int limit, @Nullable String cursor) {
        return Futures.get(async.list(limit, cursor));
    }

    /** The current state of a tube; empty if it does not exist. */
    public Optional<TubeStatus> status(String tube) {
        return Futures.get(async.status(tube));
    }

    /** How many workers a tube needs; empty if it does not exist. */
    public Optional<TubeScale> scale(String tube) {
        return Futures.get(async.scale(tube));
    }

    /** Creates a tube, or changes its settings; existing jobs keep theirs. */
    public TubeStatus configure(String tube, TubeSettings settings) {
        return Futures.get(async.configure(tube, settings));
    }

    /** The calls for the keys of a tube. */
    public TubeKeys keys(String tube) {
        return new TubeKeys(async.keys(tube));
    }

    /** The calls for the gates of a tube: they hold, drop, bury or refuse some of its jobs. */
    public TubeGates gates(String tube) {
        return new TubeGates(async.gates(tube));
    }

    /**
     * Stops its deliveries; everything else goes on, leases too. Fails with {@link ErrorCode#TUBE_NOT_FOUND}.
     *
     * @param time null: until it is resumed
     * @param reason up to 1000 characters, null: none
     */
    public TubeStatus pause(String tube, @Nullable Duration time, @Nullable String reason) {
        return Futures.get(async.pause(tube, time, reason));
    }

    /** Delivers again. Fails with {@link ErrorCode#TUBE_NOT_FOUND}. */
    public TubeStatus resume(String tube) {
        return Futures.get(async.resume(tube));
    }

    /** Removes a tube with all its jobs, whatever their state. False if it does not exist. */
    public boolean delete(String tube) {
        return Futures.get(async.delete(tube));
    }
}
