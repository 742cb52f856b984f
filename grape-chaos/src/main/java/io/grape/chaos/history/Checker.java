package io.grape.chaos.history;

import io.grape.chaos.history.Entry.Acknowledged;
import io.grape.chaos.history.Entry.Fault;
import io.grape.chaos.history.Entry.HandedOut;
import io.grape.chaos.history.Entry.Produced;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Holds a {@link History} against what the broker promises (docs/guarantees.md). */
public final class Checker {
    private Checker() {}

    /**
     * Checks a run that is over.
     *
     * @param left ids of all jobs that are still there, in any state, after no call is under way any more
     */
    public static Verdict check(History history, Set<String> left) {
        List<Entry> entries = history.entries();
        List<Fault> faults = entries.stream()
                .filter(Fault.class::isInstance)
                .map(Fault.class::cast)
                .toList();
        Collection<JobStory> jobs = jobs(entries, left);
        Map<Lane, List<JobStory>> lanes = lanes(jobs);
        List<Violation> violations = jobs.stream()
                .flatMap(job -> findings(job, lanes)
                        .map(found -> new Violation(found.kind(), job.id(), found.detail(), excuse(found, faults))))
                .toList();
        return new Verdict(
                count(jobs, job -> job.tries(CallOutcome.DONE).findAny().isPresent()),
                count(jobs, job -> job.finished().findAny().isPresent()),
                jobs.stream().mapToInt(job -> job.handOuts().size()).sum(),
                violations);
    }

    private static Stream<Finding> findings(JobStory job, Map<Lane, List<JobStory>> lanes) {
        Stream<Finding> alone = Stream.of(Rule.values()).flatMap(rule -> rule.findings(job));
        Stream<Finding> amongOthers = job.lane().stream()
                .flatMap(lane -> Stream.of(LaneRule.values())
                        .flatMap(rule -> rule.findings(lane, job, lanes.getOrDefault(lane, List.of()))));
        return Stream.concat(alone, amongOthers);
    }

    private static Map<Lane, List<JobStory>> lanes(Collection<JobStory> jobs) {
        Map<Lane, List<JobStory>> lanes = new HashMap<>();
        jobs.forEach(job -> job.lane()
                .ifPresent(lane ->
                        lanes.computeIfAbsent(lane, key -> new ArrayList<>()).add(job)));
        return lanes;
    }

    private static int count(Collection<JobStory> jobs, Predicate<JobStory> which) {
        return Math.toIntExact(jobs.stream().filter(which).count());
    }

    private static Collection<JobStory> jobs(List<Entry> entries, Set<String> left) {
        Map<String, List<Entry>> byId = entries.stream()
                .filter(entry -> !(entry instanceof Fault))
                .collect(Collectors.groupingBy(Checker::id, HashMap::new, Collectors.toList()));
        Set<String> ids = new TreeSet<>(byId.keySet());
        ids.addAll(left);
        return ids.stream()
                .map(id -> JobStory.of(id, byId.getOrDefault(id, List.of()), left.contains(id)))
                .toList();
    }

    private static String id(Entry entry) {
        if (entry instanceof Produced one) {
            return one.id();
        }
        if (entry instanceof HandedOut one) {
            return one.id();
        }
        if (entry instanceof Acknowledged one) {
            return one.id();
        }
        throw new IllegalArgumentException("not of one job: " + entry);
    }

    /** Of those that must have been undone, the one that was answered first; of the others it takes the latest. */
    private static Optional<Excuse> excuse(Finding found, List<Fault> faults) {
        List<Excuse> undone = found.undoings().stream()
                .flatMap(undoing -> excuse(undoing, faults).stream())
                .sorted(Comparator.comparing(Excuse::age))
                .toList();
        return undone.size() < found.undone() ? Optional.empty() : Optional.of(undone.get(found.undone() - 1));
    }

    /** Of its calls, all of which must have been undone, the one that was answered first. */
    private static Optional<Excuse> excuse(Undoing undoing, List<Fault> faults) {
        List<Fault> begun = faults.stream()
                .filter(fault -> undoing.proof()
                        .filter(proof -> proof.isBefore(fault.span()))
                        .isEmpty())
                .toList();
        List<Excuse> undone = undoing.calls().stream()
                .flatMap(call -> begun.stream()
                        .filter(fault -> undoes(fault, call))
                        .map(fault -> new Excuse(fault.name(), age(fault, call)))
                        .min(Comparator.comparing(Excuse::age))
                        .stream())
                .toList();
        return undone.size() < undoing.calls().size()
                ? Optional.empty()
                : undone.stream().max(Comparator.comparing(Excuse::age));
    }

    /** Whether a call was answered so shortly before a fault, or was under way while it lasted, that it may be undone. */
    private static boolean undoes(Fault fault, Span call) {
        return fault.undoes()
                        .filter(most -> age(fault, call).compareTo(most) <= 0)
                        .isPresent()
                && !fault.span().isBefore(call);
    }

    private static Duration age(Fault fault, Span call) {
        return Duration.ofNanos(fault.span().begunNanos() - call.endedNanos());
    }
}
