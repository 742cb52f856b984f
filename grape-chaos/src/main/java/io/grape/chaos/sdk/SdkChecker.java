package io.grape.chaos.sdk;

import io.grape.client.worker.AckResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Checks what producers and workers of the SDK saw, after the tube is drained. */
final class SdkChecker {
    private SdkChecker() {}

    /** What is wrong; empty if nothing is. */
    static List<String> check(Set<String> produced, Collection<Execution> executions) {
        List<String> complaints = new ArrayList<>();
        Map<String, List<Execution>> byId = byId(executions);
        for (String id : produced) {
            if (byId.getOrDefault(id, List.of()).stream().noneMatch(Execution::isComplete)) {
                complaints.add("SDK job " + id + " was produced and never completed");
            }
        }
        byId.values().forEach(runs -> check(runs, complaints));
        return complaints;
    }

    private static Map<String, List<Execution>> byId(Collection<Execution> executions) {
        return executions.stream().collect(Collectors.groupingBy(Execution::id, TreeMap::new, Collectors.toList()));
    }

    private static void check(List<Execution> runs, List<String> complaints) {
        List<Execution> ordered =
                runs.stream().sorted(Comparator.comparingLong(Execution::token)).toList();
        for (int i = 0; i < ordered.size(); i++) {
            for (Execution later : ordered.subList(i + 1, ordered.size())) {
                check(ordered.get(i), later, complaints);
            }
        }
    }

    private static void check(Execution earlier, Execution later, List<String> complaints) {
        if (earlier.ack() == AckResult.DONE) {
            complaints.add("SDK job run again after its finish was accepted: " + earlier + ", " + later);
        }
        if (earlier.overlaps(later) && !earlier.isLeaseLost()) {
            complaints.add("SDK job run by two workers at a time: " + earlier + ", " + later);
        }
    }

    /** The number of jobs with more than one complete execution. */
    static long completedTwice(Collection<Execution> executions) {
        return byId(executions).values().stream()
                .filter(runs -> runs.stream().filter(Execution::isComplete).count() > 1)
                .count();
    }
}
