package io.grape.redis.job;

import io.grape.core.job.FailureGroup;
import io.grape.core.job.FailureGroups;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts failed jobs by signature, newest first, and keeps one reason for each signature. If there are too many
 * signatures, those with one job make room for others.
 */
final class FailureTally {
    private final Map<String, FailureGroup> groups = new LinkedHashMap<>();

    void add(FailedJob one) {
        String signature = one.signature();
        FailureGroup known = groups.get(signature);
        if (known != null) {
            groups.put(
                    signature,
                    new FailureGroup(
                            signature, known.count() + 1, one.at(), known.lastAt(), known.sample(), known.reason()));
            return;
        }
        if (groups.size() == FailureGroups.MAX_GROUPS) {
            groups.values().removeIf(group -> group.count() == 1);
        }
        if (groups.size() < FailureGroups.MAX_GROUPS) {
            groups.put(signature, new FailureGroup(signature, 1, one.at(), one.at(), one.id(), one.reason()));
        }
    }

    /** Most frequent first. */
    List<FailureGroup> sorted() {
        List<FailureGroup> sorted = new ArrayList<>(groups.values());
        sorted.sort(Comparator.comparingInt(FailureGroup::count).reversed());
        return sorted;
    }
}
