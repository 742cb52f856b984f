package io.grape.core.job;

import io.grape.core.JobId;
import io.grape.core.TubeName;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Looks at what has happened, which change nothing. */
public interface JobHistories {
    /** What has happened to a job. Fails with JOB_NOT_FOUND or TUBE_NOT_FOUND. */
    CompletionStage<JobHistory> history(TubeName tube, JobId id);

    /**
     * Why the jobs failed that failed last, 10,000 at most. Fails with TUBE_NOT_FOUND.
     *
     * @param limit most groups
     * @param cursor where the page before ended, as it said; null = from the start
     */
    CompletionStage<FailureGroups> failures(TubeName tube, int limit, @Nullable String cursor);
}
