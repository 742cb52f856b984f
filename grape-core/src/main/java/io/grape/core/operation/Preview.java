package io.grape.core.operation;

import io.grape.core.job.Job;
import java.util.List;

/**
 * What an operation would be about.
 *
 * @param matching how many jobs
 * @param isExact false when not all were looked at
 * @param sample some of them
 */
public record Preview(long matching, boolean isExact, List<Job> sample) {
    public Preview {
        sample = List.copyOf(sample);
    }
}
