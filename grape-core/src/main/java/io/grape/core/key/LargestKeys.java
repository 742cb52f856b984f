package io.grape.core.key;

import io.grape.core.TubeName;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Tells which keys of a tube have the most jobs. */
public interface LargestKeys {
    /**
     * The largest keys of a tube, among them each with more than 10 % of the jobs, unless its jobs have many
     * priorities; empty if the tube has no keys. Fails with TUBE_NOT_FOUND.
     */
    CompletionStage<Optional<KeyShares>> largestKeys(TubeName tube);
}
