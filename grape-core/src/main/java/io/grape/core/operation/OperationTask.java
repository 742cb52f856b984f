package io.grape.core.operation;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An operation as the broker that does it sees it.
 *
 * @param turn grows whenever another broker takes it
 * @param begun by the clock of its tube
 * @param mark of its tube; jobs that something happened to since it was given are left alone
 * @param buriedBefore how many jobs of its tube had failed when it began
 * @param position where it goes on
 * @param end null while it goes on
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
    /** The same after so many jobs more, at another place. */
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

    /** Ended with all that is left: what was not met any more had been consumed or changed. */
    public OperationTask through() {
        long gone = Math.max(0, matching - done - skipped);
        return after(0, gone, position).ended(OperationState.DONE, "");
    }
}
