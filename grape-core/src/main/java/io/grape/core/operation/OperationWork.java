package io.grape.core.operation;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The work behind {@link Operations}: each is done by one broker at a time, which says again and again that it lives. */
public interface OperationWork {
    /** Takes an operation that no living broker does, if there is one. */
    CompletionStage<Optional<Work>> take();

    /** Does the next slice, of at most {@code most} jobs and never more than 100. To do one twice does no harm. */
    CompletionStage<Work> slice(Work work, int most);

    /** Stores how far it is, and tells how it stands; empty when another broker does it now. */
    CompletionStage<Optional<Operation.State>> save(Work work);

    /** For how long an operation is its broker's after it was taken or saved; then whoever looks takes it. */
    Duration takenOverAfter();

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
    record Work(
            String id,
            long turn,
            OperationRequest request,
            Instant begun,
            Mark mark,
            long buriedBefore,
            String position,
            long matching,
            long done,
            long skipped,
            long failuresSince,
            @Nullable End end) {
        /** The same after so many jobs more, at another place. */
        public Work after(long newDone, long newSkipped, String newPosition) {
            long met = done + newDone + skipped + newSkipped;
            return new Work(
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

        public Work failures(long since) {
            return new Work(
                    id, turn, request, begun, mark, buriedBefore, position, matching, done, skipped, since, end);
        }

        public Work ended(Operation.State state, String why) {
            End how = new End(state, why);
            return new Work(
                    id,
                    turn,
                    request,
                    begun,
                    mark,
                    buriedBefore,
                    position,
                    matching,
                    done,
                    skipped,
                    failuresSince,
                    how);
        }

        /** Ended with all that is left: what was not met any more had been consumed or changed. */
        public Work through() {
            long gone = Math.max(0, matching - done - skipped);
            return after(0, gone, position).ended(Operation.State.DONE, "");
        }
    }

    /**
     * What tells a job that was there when an operation began from one that something happened to since. It only grows in a tube, whatever
     * becomes of the clock.
     *
     * @param isKept whether the tube has it; false for an operation that an earlier release began
     */
    record Mark(long value, boolean isKept) {}

    /** How an operation ends. */
    record End(Operation.State state, String why) {}
}
