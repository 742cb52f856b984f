package io.grape.core.schedule;

import io.grape.core.TubeName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Makes the occurrence that follows one that came due. Any number of brokers may do it at the same time. */
public interface ScheduleTicks {
    /** The maximum number of tubes that one call finds. */
    int MAX_DUE = 100;

    /** Tubes with an occurrence that is due within a time, the first ones first. */
    CompletionStage<List<DueTube>> due(Duration within, int skip);

    /** Lets all schedules of a tube go on whose occurrences are due. Does nothing if there is no such tube. */
    CompletionStage<Ticked> tick(TubeName tube);
}
