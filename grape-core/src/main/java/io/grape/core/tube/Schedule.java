package io.grape.core.tube;

import io.grape.core.TubeName;
import java.util.concurrent.CompletionStage;

/** What is due when. Counts, and looks at no job. */
public interface Schedule {
    /** Counts the waiting jobs of a tube by their due times. Fails with TUBE_NOT_FOUND. */
    CompletionStage<WaitingJobs> of(TubeName tube, ScheduleWindow window);
}
