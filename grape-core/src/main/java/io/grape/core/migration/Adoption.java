package io.grape.core.migration;

import io.grape.core.TubeName;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Takes over jobs of another store, each once, however often it is called. */
public interface Adoption {
    /**
     * Takes over jobs of an existing tube; no id twice. Skips a job that was taken over before, even if it is gone
     * since. Fails with TUBE_NOT_FOUND.
     */
    CompletionStage<AdoptionResult> adopt(TubeName tube, List<AdoptedJob> jobs);

    /** Forgets which jobs of a tube were taken over. The next call takes them over again. */
    CompletionStage<Void> forget(TubeName tube);
}
