package io.grape.core.broker;

import java.util.concurrent.CompletionStage;

/**
 * The self-check: rounds over all stored data, slice by slice, which repair inconsistencies. One broker runs it for
 * all. One call at a time.
 */
public interface RepairPass {
    /**
     * A heartbeat of this broker as a candidate, with its progress. Returns whether it is the one that runs the check.
     */
    CompletionStage<RepairClaim> claim();

    /** Checks the next slice. After a failure, this may be the same one again. */
    CompletionStage<RepairSlice> next();
}
