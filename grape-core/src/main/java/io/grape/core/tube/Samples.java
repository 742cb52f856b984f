package io.grape.core.tube;

import io.grape.core.TubeName;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/** What happened when: in each tube by the minute for an hour, in all together for a month. Several brokers add up. */
public interface Samples {
    /**
     * Adds what a tube has counted since this was last done to the minute that it is, with the lateness that this broker saw, and
     * returns both. Fails with TUBE_NOT_FOUND where there is no tube.
     */
    CompletionStage<Sample> add(TubeName tube, Lateness seen);

    /** Adds to what happened in all tubes, nothing included: it says that somebody looked. Tells the time. */
    CompletionStage<Instant> add(Sample ofAll);

    /** The last hour of a tube. An unknown tube has none. */
    CompletionStage<Series> of(TubeName tube);

    /** What happened in all tubes. */
    CompletionStage<Series> ofAll(SampleRange range);
}
