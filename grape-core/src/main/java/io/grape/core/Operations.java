package io.grape.core;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Work on many jobs, that goes on by itself: stored, so that it outlives the broker that was asked for it. Those that have ended are kept for
 * seven days, the last 1000 at most.
 */
public interface Operations {
    /** Tells what an operation would be about, and does nothing. Fails with TUBE_NOT_FOUND. */
    CompletionStage<Preview> preview(OperationRequest request);

    /** Begins an operation. Fails with TUBE_NOT_FOUND. */
    CompletionStage<Operation> begin(OperationRequest request);

    /** Fails with NOT_FOUND. */
    CompletionStage<Operation> get(String id);

    /**
     * Those that there are, the newest first.
     *
     * @param limit 1 to 1000
     * @param cursor where the page before ended, as it said; null = from the start
     */
    CompletionStage<Page> list(int limit, @Nullable String cursor);

    /**
     * Pauses, resumes or cancels one. What is so already stays so. Fails with NOT_FOUND, or WRONG_STATE for one that has ended.
     *
     * @param wanted paused, running or cancelled
     */
    CompletionStage<Operation> steer(String id, Operation.State wanted);

    /**
     * What an operation would be about.
     *
     * @param matching how many jobs
     * @param isExact false when not all were looked at
     * @param sample some of them
     */
    record Preview(long matching, boolean isExact, List<Job> sample) {
        public Preview {
            sample = List.copyOf(sample);
        }
    }

    /**
     * A part of the operations.
     *
     * @param next the cursor of the page after this one, null at the end
     */
    record Page(List<Operation> operations, @Nullable String next) {
        public Page {
            operations = List.copyOf(operations);
        }
    }
}
