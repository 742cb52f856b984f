package io.grape.chaos.history;

import io.grape.chaos.history.Entry.HandedOut;
import io.grape.chaos.history.Entry.Produced;
import io.grape.chaos.history.Entry.Verb;
import io.grape.chaos.history.Violation.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What must hold for the jobs of one key together. Leases of a tube grow, so they tell which of two was given first.
 */
enum LaneRule {
    /** No more of them are under leases than the tube allows. */
    KEEPS_ITS_CONCURRENCY {
        @Override
        Stream<Finding> findings(Lane lane, JobStory job, List<JobStory> jobs) {
            return job.handOuts().stream().flatMap(given -> crowd(lane, given, holders(given, job, jobs)).stream());
        }

        /** What holds the key for certain when another lease is given. */
        private static List<Undoing> holders(HandedOut given, JobStory job, List<JobStory> jobs) {
            return jobs.stream()
                    .filter(other -> !other.id().equals(job.id()))
                    .flatMap(other -> held(given, other).stream())
                    .toList();
        }

        private static Optional<Undoing> held(HandedOut given, JobStory other) {
            return other.handOuts().stream()
                    .filter(one -> one.lease() < given.lease())
                    .max(Comparator.comparingLong(HandedOut::lease))
                    .filter(one -> given.given().isBefore(other.deadline(one)) && !other.isGivenUp(one, given))
                    .map(one -> Undoing.all(Stream.concat(
                                    Stream.of(one.span()),
                                    other.touches(one.lease()).map(Entry::span))
                            .toList()));
        }

        private static Optional<Finding> crowd(Lane lane, HandedOut given, List<Undoing> holders) {
            int surplus = holders.size() + 1 - lane.concurrency();
            String detail = String.format(
                    Locale.ROOT,
                    "lease %d made %d of key %s, of at most %d",
                    given.lease(),
                    holders.size() + 1,
                    lane.key(),
                    lane.concurrency());
            return surplus > 0 ? Optional.of(new Finding(Kind.CROWDED, detail, holders, surplus)) : Optional.empty();
        }
    },

    /**
     * In an ordered tube, a job is delivered once those before it have ended. One that is taken by its id goes before
     * all.
     */
    KEEPS_ITS_ORDER {
        @Override
        Stream<Finding> findings(Lane lane, JobStory job, List<JobStory> jobs) {
            return job.handOuts().stream()
                    .filter(given -> lane.isOrdered() && !given.isTaken())
                    .flatMap(given -> jobs.stream()
                            .filter(other ->
                                    !other.id().equals(job.id()) && isBefore(other, job) && isThere(other, given))
                            .map(other -> overtaken(lane, given, other)));
        }

        /** By due time, then by the order of their produces. */
        private static boolean isBefore(JobStory one, JobStory other) {
            return one.tries().stream()
                    .allMatch(made -> other.tries().stream()
                            .allMatch(later -> made.due().isBefore(later.due())
                                    || (made.due().equals(later.due())
                                            && made.span().isBefore(later.span()))));
        }

        /** Whether it was produced for certain, and had not ended, when another one was delivered. */
        private static boolean isThere(JobStory job, HandedOut given) {
            boolean isMade = job.tries(CallOutcome.DONE)
                    .anyMatch(made -> made.created() && made.span().isBefore(given.span()));
            return isMade
                    && job.acknowledged().stream()
                            .filter(one -> one.verb() == Verb.FINISH || one.verb() == Verb.BURY)
                            .filter(one -> one.outcome() != CallOutcome.REFUSED)
                            .allMatch(end -> given.span().isBefore(end.span()));
        }

        private static Finding overtaken(Lane lane, HandedOut given, JobStory other) {
            return Finding.unlessAny(
                    Kind.OVERTAKING,
                    String.format(
                            Locale.ROOT,
                            "lease %d of key %s was given before %s had ended",
                            given.lease(),
                            lane.key(),
                            other.id()),
                    List.of(Undoing.all(
                            other.tries(CallOutcome.DONE).map(Produced::span).toList())));
        }
    };

    /** What is wrong with a job, among those of its key. */
    abstract Stream<Finding> findings(Lane lane, JobStory job, List<JobStory> jobs);
}
