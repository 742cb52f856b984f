package io.grape.core.operation;

import io.grape.core.job.Job;
import java.util.List;

/**
 * A preview of an operation.
 *
 * @param matching how many jobs
 * @param isExact false if not all were looked at
 * @param sample some of them
 */
public record Preview(long matching, boolean isExact, List<Job> sample) {
    public Preview {
        sample = List.copyOf(sample);
    }
}
