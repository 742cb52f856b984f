package io.grape.core.broker;

import java.util.concurrent.CompletionStage;

/**
 * The self-check: rounds over everything that is stored, slice by slice, that put right what does not fit together. One broker
 * does it for all. One call at a time.
 */
public interface RepairPass {
    /** Says that this broker would do the check, how far it got, and that it is alive; tells whether it is the one. */
    CompletionStage<RepairClaim> claim();

    /** Looks at the next slice. After a failure the same or the next one is looked at. */
    CompletionStage<RepairSlice> next();
}
