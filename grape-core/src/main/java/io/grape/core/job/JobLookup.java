package io.grape.core.job;

import io.grape.core.JobId;
import io.grape.core.TubeName;
import java.util.concurrent.CompletionStage;

/** Finds jobs without knowing their tube. */
public interface JobLookup {
    /** Whether a tube has a live or kept job of this id. Costs one command, whatever the job's size. */
    CompletionStage<Boolean> has(TubeName tube, JobId id);
}
