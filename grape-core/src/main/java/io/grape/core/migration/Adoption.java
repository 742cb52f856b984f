package io.grape.core.migration;

import io.grape.core.ItemResult;
import io.grape.core.TubeName;
import io.grape.core.job.Produced;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Takes over jobs of another store, as they were there. */
public interface Adoption {
    /**
     * Takes over jobs of an existing tube, in their order. A job whose id is live stays as it is, and one whose id is
     * remembered is not taken over: {@link Produced#created()} is false. Fails with TUBE_NOT_FOUND; a single job with
     * TUBE_FULL or GATED.
     */
    CompletionStage<List<ItemResult<Produced>>> adopt(TubeName tube, List<AdoptedJob> jobs);

    /** The same, but remembers each id: a job that was taken over before is not taken over again, even if it is gone since. */
    CompletionStage<List<ItemResult<Produced>>> adoptOnce(TubeName tube, List<AdoptedJob> jobs);

    /** Forgets which jobs of a tube were taken over. The next call takes them over again. */
    CompletionStage<Void> forget(TubeName tube);
}
