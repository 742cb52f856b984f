package io.grape.core.broker;

import io.grape.core.Inconsistency;
import io.grape.core.TubeName;
import java.util.Map;

/**
 * What was repaired in a tube.
 *
 * @param faults how many of each, at least one in all
 * @param first one of the ids
 */
public record Repair(TubeName tube, Map<Inconsistency, Integer> faults, String first) {
    public Repair {
        faults = Map.copyOf(faults);
    }
}
