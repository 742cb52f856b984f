package io.grape.core.tube;

import io.grape.core.TubeName;
import java.util.concurrent.CompletionStage;

/** Counts jobs by due time, without reading them. */
public interface Schedule {
    /** Counts the waiting jobs of a tube by their due times. Fails with TUBE_NOT_FOUND. */
    CompletionStage<WaitingJobs> of(TubeName tube, ScheduleWindow window);
}
