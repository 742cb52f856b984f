package io.grape.core;

import java.util.concurrent.CompletionStage;

/** Looks at what has happened, which change nothing. */
public interface Hindsight {
    /** What has happened to a job. Fails with JOB_NOT_FOUND or TUBE_NOT_FOUND. */
    CompletionStage<JobHistory> history(TubeName tube, JobId id);
}
