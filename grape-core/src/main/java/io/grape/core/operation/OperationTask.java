package io.grape.core.operation;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An operation, as its owner sees it.
 *
 * @param turn grows whenever another broker takes it
 * @param begun by the clock of its tube
 * @param mark of its tube; jobs that changed after it are left alone
 * @param buriedBefore how many jobs of its tube had failed when it began
 * @param position where it continues
 * @param end null while it runs
 */
public record OperationTask(
        String id,
        long turn,
        OperationRequest request,
        Instant begun,
        ChangeMark mark,
        long buriedBefore,
        String position,
        long matching,
        long done,
        long skipped,
        long failuresSince,
        @Nullable OperationEnd end) {
    /** The same after so many more jobs, at another position. */
    public OperationTask after(long newDone, long newSkipped, String newPosition) {
        long met = done + newDone + skipped + newSkipped;
        return new OperationTask(
                id,
                turn,
                request,
                begun,
                mark,
                buriedBefore,
                newPosition,
                Math.max(matching, met),
                done + newDone,
                skipped + newSkipped,
                failuresSince,
                end);
    }

    public OperationTask failures(long since) {
        return new OperationTask(
                id, turn, request, begun, mark, buriedBefore, position, matching, done, skipped, since, end);
    }

    public OperationTask ended(OperationState state, String why) {
        OperationEnd how = new OperationEnd(state, why);
        return new OperationTask(
                id, turn, request, begun, mark, buriedBefore, position, matching, done, skipped, failuresSince, how);
    }

    /** Ended; the jobs that it did not meet were consumed or changed. */
    public OperationTask through() {
        long gone = Math.max(0, matching - done - skipped);
        return after(0, gone, position).ended(OperationState.DONE, "");
    }
}
