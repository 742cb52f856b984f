package io.grape.core.job;

import io.grape.core.JobState;
import java.util.concurrent.CompletionStage;

/** Somebody who waits until a job has finished. */
public interface PendingState {
    /** The state that the job has at the end of the wait. */
    CompletionStage<JobState> state();

    /** Ends the wait with the last known state. */
    void leave();
}
