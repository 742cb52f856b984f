package io.grape.client;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The calls for operations, which kick, delete or move many jobs of a tube in the background
 * ({@code docs/http.md#operations-on-many-jobs}). An operation goes on without this client. Each call fails with a
 * {@link GrapeException}: {@link ErrorCode#NOT_FOUND} if there is no such operation, {@link ErrorCode#WRONG_STATE} if it has ended.
 */
public final class Operations {
    private final AsyncOperations async;

    Operations(AsyncOperations async) {
        this.async = async;
    }

    /**
     * Begins an operation, and returns at once. A call whose response is lost may have begun it: {@link #list} shows it.
     * Fails with {@link ErrorCode#TUBE_NOT_FOUND}.
     */
    public OperationStatus begin(OperationSettings settings) {
        return Futures.get(async.begin(settings));
    }

    /** Counts the jobs that an operation would change, and does nothing to them. */
    public OperationPreview preview(OperationSettings settings) {
        return Futures.get(async.preview(settings));
    }

    /**
     * Lists operations, the newest first. Those that have ended are kept for some days.
     *
     * @param limit 1 to 1000
     * @param cursor {@link OperationPage#next} of the page before; null for the first
     */
    public OperationPage list(int limit, @Nullable String cursor) {
        return Futures.get(async.list(limit, cursor));
    }

    /** The current state of an operation; empty if there is none of this id. */
    public Optional<OperationStatus> get(String id) {
        return Futures.get(async.get(id));
    }

    /** It does nothing until it is resumed; up to 100 more jobs may have their turn. */
    public OperationStatus pause(String id) {
        return Futures.get(async.pause(id));
    }

    /** Goes on with an operation that was paused. */
    public OperationStatus resume(String id) {
        return Futures.get(async.resume(id));
    }

    /** Ends it; up to 100 more jobs may have their turn. What it did stays done. */
    public OperationStatus cancel(String id) {
        return Futures.get(async.cancel(id));
    }
}
