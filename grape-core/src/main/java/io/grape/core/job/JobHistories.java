package io.grape.core.job;

import io.grape.core.CallContext;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Reads histories and failures; changes nothing. */
public interface JobHistories {
    /** The history of a job. Fails with JOB_NOT_FOUND or TUBE_NOT_FOUND. */
    default CompletionStage<JobHistory> history(TubeName tube, JobId id) {
        return history(tube, id, CallContext.NONE);
    }

    /** The same in time. Fails with DEADLINE_EXCEEDED if the deadline passes before it leaves. */
    CompletionStage<JobHistory> history(TubeName tube, JobId id, CallContext context);

    /**
     * The reasons of the jobs that failed last, 10,000 at most. Fails with TUBE_NOT_FOUND.
     *
     * @param limit most groups
     * @param cursor the cursor of the page before; null = from the start
     */
    CompletionStage<FailureGroups> failures(TubeName tube, int limit, @Nullable String cursor);
}
