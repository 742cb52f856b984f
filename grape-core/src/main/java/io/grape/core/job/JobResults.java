package io.grape.core.job;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * The results of finished jobs that a tube keeps. Both calls fail with JOB_NOT_FOUND if the job is neither live nor kept, or with
 * TUBE_NOT_FOUND.
 */
public interface JobResults {
    /** The result of a job, or the state of one that has not finished. */
    CompletionStage<JobResult> result(TubeName tube, JobId id);

    /**
     * The state of a job.
     *
     * @param watch for how long the caller waits if the job has not finished. In this time, a {@linkplain WakeUps hint} announces
     *     each job of the tube that finishes
     */
    CompletionStage<JobState> state(TubeName tube, JobId id, Duration watch);
}
