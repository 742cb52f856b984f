package io.grape.core.broker;

import io.grape.core.Fault;
import io.grape.core.TubeName;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The self-check: rounds over everything that is stored, slice by slice, that put right what does not fit together. One broker
 * does it for all. One call at a time.
 */
public interface Inspection {
    /** Says that this broker would do the check, how far it got, and that it is alive; tells whether it is the one. */
    CompletionStage<Turn> claim();

    /** Looks at the next slice. After a failure the same or the next one is looked at. */
    CompletionStage<Slice> next();

    /**
     * The answer to a claim.
     *
     * @param isOurs whether this broker is the one that does the check now
     * @param isMidway whether a round is to be gone on with
     * @param sinceRound how long ago a round ended, whichever broker did it; null when none has
     */
    record Turn(boolean isOurs, boolean isMidway, @Nullable Duration sinceRound) {}

    /**
     * A slice of a round.
     *
     * @param jobs how many jobs were looked at, at most 100
     * @param repair null when nothing was put right
     * @param strays null when all of them are in a tube that exists
     * @param isLast whether the round ended with it
     */
    record Slice(
            int jobs, @Nullable Repair repair, @Nullable Strays strays, boolean isLast) {}

    /** Jobs in a tube that does not exist, left as they are. */
    record Strays(TubeName tube, int jobs) {}

    /**
     * What was put right in a tube.
     *
     * @param faults how many of each, at least one in all
     * @param first one of the ids
     */
    record Repair(TubeName tube, Map<Fault, Integer> faults, String first) {
        public Repair {
            faults = Map.copyOf(faults);
        }
    }
}
