package io.grape.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a tube's jobs in one state.
 *
 * @param next the cursor of the page after this one, null at the end
 */
public record JobPage(List<Job> jobs, @Nullable String next) {
    public JobPage {
        jobs = List.copyOf(jobs);
    }
}
