package io.grape.core.operation;

import io.grape.core.job.Job;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Work on many jobs, that goes on by itself: stored, so that it outlives the broker that was asked for it. Those that have ended are kept for
 * seven days, 1000 at most.
 */
public interface Operations {
    /** Those that have not ended, at most. */
    int MOST_OPEN = 1000;
    /** Those of one name, at most, where it is known who asks. */
    int MOST_OF_ONE = 100;
    /** Jobs that a preview shows, at most; fewer where they are long. */
    int MOST_SHOWN = 20;

    /** Tells what an operation would be about, and does nothing. Fails with TUBE_NOT_FOUND. */
    CompletionStage<Preview> preview(OperationRequest request);

    /** Begins an operation. Fails with TUBE_NOT_FOUND, or WRONG_STATE where {@value #MOST_OPEN} have not ended. */
    default CompletionStage<Operation> begin(OperationRequest request) {
        return begin(request, MOST_OPEN);
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
     * @param running how many operations run, those that are on other pages among them
     * @param next the cursor of the page after this one, null at the end
     */
    record Page(
            List<Operation> operations,
            long running,
            @Nullable String next) {
        public Page {
            operations = List.copyOf(operations);
        }
    }
}
