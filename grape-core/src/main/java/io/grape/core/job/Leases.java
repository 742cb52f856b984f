package io.grape.core.job;

import io.grape.core.TubeName;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The leases that workers hold. */
public interface Leases {
    /**
     * Ends leases whose worker has died, as if their time had run out now: the executions count, a job without attempts fails,
     * and the retry of the tube applies. If the execution was the second or a later one, the job waits for a random time of up to
     * 30 s, so that a job that kills its worker each time does not spend the attempts of the jobs beside it. A lease that has ended, or that another consumer holds, is left
     * alone.
     *
     * <p>Retries while Redis is away, for as long as a call may take. Returns how many leases ended; 0 if the tube is missing.
     */
    CompletionStage<Integer> end(TubeName tube, List<LeasedJob> leases);
}
