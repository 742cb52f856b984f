package io.grape.core.tube;

import io.grape.core.TubeName;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/**
 * Counts over time: by the minute for an hour in each tube, for a month in all together. The data of several brokers
 * add up.
 */
public interface Samples {
    /**
     * Adds a tube's counts since the last call to the current minute, with the lateness that this broker saw. Returns
     * both. The run times go to those of the tube. Fails with TUBE_NOT_FOUND.
     */
    CompletionStage<Sample> add(TubeName tube, Lateness seen, RunTimes runTimes);

    /** Adds to the totals of all tubes, even if nothing happened, as proof of observation. Returns the time. */
    CompletionStage<Instant> add(Sample ofAll);

    /** The last hour of a tube; empty if the tube is unknown. */
    CompletionStage<Series> of(TubeName tube);

    /** The totals of all tubes. */
    CompletionStage<Series> ofAll(SampleRange range);

    /** How much work a tube has now. Fails with TUBE_NOT_FOUND. */
    CompletionStage<TubeLoad> load(TubeName tube);
}
