package io.grape.core.migration;

import io.grape.core.TubeName;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Takes over jobs that another store had, each once, however often it is asked to. */
public interface Adoption {
    /**
     * Takes over jobs of a tube that is there; no id twice. One that was taken over before is passed by, also when it is gone since.
     * Fails with TUBE_NOT_FOUND.
     */
    CompletionStage<AdoptionResult> adopt(TubeName tube, List<AdoptedJob> jobs);

    /** Forgets which jobs of a tube were taken over. The next time they would be taken over again. */
    CompletionStage<Void> forget(TubeName tube);
}
