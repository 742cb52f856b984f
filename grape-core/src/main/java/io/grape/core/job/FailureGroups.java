package io.grape.core.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Failed jobs of a tube by the {@linkplain FailureSignature signature} of their reasons, most frequent first.
 *
 * @param searched how many jobs were looked at, those that failed last
 * @param of how many have failed
 * @param next the cursor of the next page, null at the end
 */
public record FailureGroups(
        List<FailureGroup> groups,
        int searched,
        long of,
        @Nullable String next) {
    /** If there are more groups, those with one job make room for others. */
    public static final int MAX_GROUPS = 1000;

    public FailureGroups {
        groups = List.copyOf(groups);
    }
}
