package io.grape.core.job;

import io.grape.core.JobId;
import io.grape.core.TubeName;
import java.util.concurrent.CompletionStage;

/** Finds jobs of which nobody knows the tube. */
public interface JobLookup {
    /** Whether a tube has a live job of this id. Costs one command, whatever the job holds. */
    CompletionStage<Boolean> has(TubeName tube, JobId id);
}
