package io.grape.core.job;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Results of jobs, for callers that wait for them. */
public interface BlockingResults {
    /** The result of a job as it is now, or the state of one that has not finished. Fails as {@link JobResults} do. */
    CompletionStage<JobResult> result(TubeName tube, JobId id);

    /** The state of a job as it is now. Fails as above. */
    CompletionStage<JobState> state(TubeName tube, JobId id);

    /** Waits until a job has finished or failed. Ends with the state that it has then, or with a failure as above. */
    PendingState await(TubeName tube, JobId id, Duration wait);
}
