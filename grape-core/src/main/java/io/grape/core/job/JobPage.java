package io.grape.core.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a tube's jobs in one state.
 *
 * @param jobs at most as many as asked for; fewer, or none, also where there are more but they take more than {@link ConsumeResult#MAX_BYTES},
 *     they are spread over many priorities, or most failed for another reason than the one that is asked for
 * @param next the cursor of the page after this one, null at the end
 */
public record JobPage(List<Job> jobs, @Nullable String next) {
    public JobPage {
        jobs = List.copyOf(jobs);
    }
}
