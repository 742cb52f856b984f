package io.grape.core.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a tube's jobs in one state.
 *
 * @param jobs at most as many as requested. There may be fewer, or none, although more exist: if they take more than
 *     {@link ConsumeResult#MAX_BYTES}, have many priorities, or most failed for another reason than the requested one
 * @param next the cursor of the next page, null at the end
 */
public record JobPage(List<Job> jobs, @Nullable String next) {
    public JobPage {
        jobs = List.copyOf(jobs);
    }
}
