package io.grape.core.operation;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Operations on many jobs. They are stored, so they outlive the broker that began them. Ended ones are kept for seven
 * days, 1000 at most.
 */
public interface Operations {
    /** The maximum number of operations that have not ended. */
    int MAX_OPEN = 1000;
    /** The maximum of one caller, if callers are known. */
    int MAX_OF_ONE = 100;
    /** The maximum number of jobs in a preview; fewer if they are long. */
    int MAX_SHOWN = 20;

    /** Previews an operation, and does nothing. Fails with TUBE_NOT_FOUND. */
    CompletionStage<Preview> preview(OperationRequest request);

    /** Begins an operation. Fails with TUBE_NOT_FOUND, or WRONG_STATE if {@value #MAX_OPEN} have not ended. */
    default CompletionStage<Operation> begin(OperationRequest request) {
        return begin(request, MAX_OPEN);
    }

    /** The same; fails with QUOTA_EXCEEDED if the caller has its maximum of unended ones. */
    CompletionStage<Operation> begin(OperationRequest request, int mostOfOne);

    /** Fails with NOT_FOUND. */
    CompletionStage<Operation> get(String id);

    /**
     * All operations, newest first.
     *
     * @param limit 1 to 1000
     * @param cursor the cursor of the page before; null = from the start
     */
    CompletionStage<OperationPage> list(int limit, @Nullable String cursor);

    /**
     * Pauses, resumes or cancels one. No change if it already is so. Fails with NOT_FOUND, or WRONG_STATE for one that
     * has ended.
     *
     * @param wanted paused, running or cancelled
     */
    CompletionStage<Operation> setState(String id, OperationState wanted);
}
