package io.grape.core.operation;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Work on many jobs, that goes on by itself: stored, so that it outlives the broker that was asked for it. Those that have ended are kept for
 * seven days, 1000 at most.
 */
public interface Operations {
    /** Those that have not ended, at most. */
    int MAX_OPEN = 1000;
    /** Those of one name, at most, where it is known who asks. */
    int MAX_OF_ONE = 100;
    /** Jobs that a preview shows, at most; fewer where they are long. */
    int MAX_SHOWN = 20;

    /** Tells what an operation would be about, and does nothing. Fails with TUBE_NOT_FOUND. */
    CompletionStage<Preview> preview(OperationRequest request);

    /** Begins an operation. Fails with TUBE_NOT_FOUND, or WRONG_STATE where {@value #MAX_OPEN} have not ended. */
    default CompletionStage<Operation> begin(OperationRequest request) {
        return begin(request, MAX_OPEN);
    }

    /** The same; fails with QUOTA_EXCEEDED where so many of the name that asks for it have not ended. */
    CompletionStage<Operation> begin(OperationRequest request, int mostOfOne);

    /** Fails with NOT_FOUND. */
    CompletionStage<Operation> get(String id);

    /**
     * Those that there are, the newest first.
     *
     * @param limit 1 to 1000
     * @param cursor where the page before ended, as it said; null = from the start
     */
    CompletionStage<OperationPage> list(int limit, @Nullable String cursor);

    /**
     * Pauses, resumes or cancels one. What is so already stays so. Fails with NOT_FOUND, or WRONG_STATE for one that has ended.
     *
     * @param wanted paused, running or cancelled
     */
    CompletionStage<Operation> setState(String id, OperationState wanted);
}
