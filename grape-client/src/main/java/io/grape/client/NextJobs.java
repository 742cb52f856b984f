package io.grape.client;

import java.util.List;

/**
 * What acknowledgements came to, and the jobs that were taken in the same call.
 *
 * @param results one for each acknowledgement, in order
 * @param jobs may be none; they come whatever the results are
 */
public record NextJobs<T>(List<Result<Acknowledged>> results, List<Job<T>> jobs) {
    /** Keeps copies. */
    public NextJobs {
        results = List.copyOf(results);
        jobs = List.copyOf(jobs);
    }
}
