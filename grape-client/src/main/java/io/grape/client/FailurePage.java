package io.grape.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the reasons for which jobs of a tube failed, the most frequent first.
 *
 * @param searched how many failed jobs were looked at: those that failed last
 * @param of how many failed jobs there are
 * @param next the cursor of the next page; null at the end
 */
public record FailurePage(
        List<FailureGroup> groups,
        long searched,
        long of,
        @Nullable String next) {}
