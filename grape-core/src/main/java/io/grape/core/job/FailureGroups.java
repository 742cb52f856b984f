package io.grape.core.job;

import io.grape.core.JobId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Failed jobs of a tube by the {@linkplain FailureSignature signature} of their reasons, the most frequent first.
 *
 * @param searched how many jobs were looked at, those that failed last
 * @param of how many have failed
 * @param next the cursor of the page after this one, null at the end
 */
public record FailureGroups(
        List<Group> groups, int searched, long of, @Nullable String next) {
    /** Where there are more, those of one job make room for others. */
    public static final int MAX_GROUPS = 1000;

    public FailureGroups {
        groups = List.copyOf(groups);
    }

    /**
     * Jobs that failed for the same reason.
     *
     * @param firstAt when the first of them failed
     * @param sample the one that failed last
     * @param reason of that one
     */
    public record Group(String signature, int count, Instant firstAt, Instant lastAt, JobId sample, String reason) {}
}
