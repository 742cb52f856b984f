package io.grape.chaos.history;

import static io.grape.chaos.history.Violation.Kind.CORRUPT;
import static io.grape.chaos.history.Violation.Kind.DUPLICATED;
import static io.grape.chaos.history.Violation.Kind.EARLY;
import static io.grape.chaos.history.Violation.Kind.LOST;
import static io.grape.chaos.history.Violation.Kind.OVERLAPPING;
import static io.grape.chaos.history.Violation.Kind.SHRINKING;
import static io.grape.chaos.history.Violation.Kind.STALE;
import static io.grape.chaos.history.Violation.Kind.UNEXPECTED;

import io.grape.chaos.history.Entry.Acknowledged;
import io.grape.chaos.history.Entry.HandedOut;
import io.grape.chaos.history.Entry.Produced;
import io.grape.chaos.history.Entry.Verb;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What must hold for every job. Two clocks are never compared: that one thing was before another is told either by two responses
 * that name Redis's time, or by one call that was over, here, before the other began.
 */
enum Rule {
    /** A try that was done is followed by a finish, or the job is still there. */
    IS_KEPT {
        @Override
        Stream<Finding> findings(JobStory job) {
            List<Span> unfinished = spans(job.tries(CallOutcome.DONE).filter(made -> !isFinished(job, made)));
            return job.isLeft() || unfinished.isEmpty()
                    ? Stream.empty()
                    : Stream.of(Finding.unlessUndone(LOST, "produced, never finished, and gone", unfinished));
        }

        /** Perhaps: a finish without a response may have been done. */
        private static boolean isFinished(JobStory job, Produced made) {
            return job.acknowledged(Verb.FINISH)
                    .anyMatch(end ->
                            end.outcome() != CallOutcome.REFUSED && !end.span().isBefore(made.span()));
        }
    },

    /** What is delivered, or is there at the end, was asked for. */
    IS_KNOWN {
        @Override
        Stream<Finding> findings(JobStory job) {
            boolean isSeen = job.isLeft() || !job.handOuts().isEmpty();
            boolean isAsked = job.tries().stream().anyMatch(one -> one.outcome() != CallOutcome.REFUSED);
            return isSeen && !isAsked ? Stream.of(Finding.of(UNEXPECTED, "never produced")) : Stream.empty();
        }
    },

    /** A job has as many lives as tries that may have made it. A finish ends a life; what is seen later is another. */
    LIVES_ONCE {
        @Override
        Stream<Finding> findings(JobStory job) {
            long most = job.tries(CallOutcome.UNKNOWN).count()
                    + job.tries(CallOutcome.DONE).filter(Produced::created).count();
            List<Acknowledged> ends = job.finished().toList();
            int lives = ends.size() + (isSeenAfter(ends, job) ? 1 : 0);
            return most > 0 && lives > most ? Stream.of(surplus(lives, (int) most, ends, job)) : Stream.empty();
        }

        /**
         * As many finishes must have been undone as there are lives too many, each before anything was seen that follows it; or
         * all that was seen of a last life.
         */
        private static Finding surplus(int lives, int most, List<Acknowledged> ends, JobStory job) {
            Stream<Undoing> finishes = ends.stream().flatMap(end -> undone(end, ends, job).stream());
            Stream<Undoing> last = job.isLeft()
                    ? Stream.empty()
                    : ends.stream()
                            .max(Comparator.comparingLong(Acknowledged::lease))
                            .filter(end -> isSeenAfter(ends, job))
                            .map(end -> Undoing.before(end.span(), spans(handOutsAfter(ends, job))))
                            .stream();
            return new Finding(
                    DUPLICATED,
                    lives + " lives of at most " + most,
                    Stream.concat(finishes, last).toList(),
                    lives - most);
        }

        /** Empty where nothing was seen that follows it, so that its loss explains nothing. */
        private static Optional<Undoing> undone(Acknowledged end, List<Acknowledged> ends, JobStory job) {
            Stream<HandedOut> given = job.handOuts().stream().filter(one -> one.lease() > end.lease());
            Stream<Acknowledged> others = ends.stream()
                    .filter(other -> !other.equals(end) && !other.span().isBefore(end.span()));
            List<Span> call = List.of(end.span());
            return first(spans(Stream.concat(given, others)))
                    .map(next -> Undoing.before(next, call))
                    .or(() -> job.isLeft() ? Optional.of(Undoing.all(call)) : Optional.empty());
        }

        private static boolean isSeenAfter(List<Acknowledged> ends, JobStory job) {
            return job.isLeft() || handOutsAfter(ends, job).findAny().isPresent();
        }

        private static Stream<HandedOut> handOutsAfter(List<Acknowledged> ends, JobStory job) {
            return job.handOuts().stream().filter(one -> ends.stream().allMatch(end -> end.lease() < one.lease()));
        }
    },

    /** A job is given to another consumer only once its lease is given up or has run out. */
    HAS_ONE_HOLDER {
        @Override
        Stream<Finding> findings(JobStory job) {
            return neighbours(job, (one, next) -> isHeld(job, one, next))
                    .map(at ->
                            overlap(job, job.handOuts().get(at), job.handOuts().get(at + 1)));
        }

        private static boolean isHeld(JobStory job, HandedOut one, HandedOut next) {
            return one.lease() == next.lease()
                    || (!job.isGivenUp(one, next) && next.given().isBefore(job.deadline(one)));
        }

        /** What held was undone, or the next hand-out before a touch made the lease longer that had run out. */
        private static Finding overlap(JobStory job, HandedOut one, HandedOut next) {
            List<Span> touches = spans(job.touches(one.lease())
                    .filter(touch -> touch.time().filter(next.given()::isBefore).isPresent()));
            boolean hadRunOut = !next.given().isBefore(one.until());
            List<Span> holding = hadRunOut
                    ? touches
                    : Stream.concat(Stream.of(one.span()), touches.stream()).toList();
            Stream<Undoing> undoneNext = first(touches)
                    .filter(touch -> hadRunOut)
                    .map(touch -> Undoing.before(touch, List.of(next.span())))
                    .stream();
            String detail = String.format(
                    Locale.ROOT,
                    "lease %d holds until %s, lease %d given at %s",
                    one.lease(),
                    job.deadline(one),
                    next.lease(),
                    next.given());
            return Finding.unlessAny(
                    OVERLAPPING,
                    detail,
                    Stream.concat(Stream.of(Undoing.all(holding)), undoneNext).toList());
        }
    },

    /** Of two deliveries the later has the higher lease. */
    HAS_GROWING_LEASES {
        @Override
        Stream<Finding> findings(JobStory job) {
            List<HandedOut> all = job.handOuts();
            return IntStream.range(0, all.size())
                    .boxed()
                    .flatMap(low -> all.subList(low + 1, all.size()).stream()
                            .filter(high -> high.span().isBefore(all.get(low).span()))
                            .map(high -> Finding.of(
                                    SHRINKING, "lease " + all.get(low).lease() + " was given after " + high.lease())));
        }
    },

    /** A touch makes no lease shorter. */
    HAS_GROWING_DEADLINES {
        @Override
        Stream<Finding> findings(JobStory job) {
            return job.handOuts().stream()
                    .flatMap(one -> job.touches(one.lease())
                            .filter(touch -> touch.time()
                                    .filter(time -> time.isBefore(known(job, one, touch)))
                                    .isPresent())
                            .map(touch -> Finding.of(
                                    SHRINKING,
                                    String.format(
                                            Locale.ROOT,
                                            "a touch of lease %d set %s after %s",
                                            one.lease(),
                                            touch.time().orElseThrow(),
                                            known(job, one, touch)))));
        }

        /** The deadline that was known before a touch was sent. */
        private static Instant known(JobStory job, HandedOut one, Acknowledged touch) {
            return job.touches(one.lease())
                    .filter(other -> other.span().isBefore(touch.span()))
                    .flatMap(other -> other.time().stream())
                    .reduce(one.until(), JobStory::later);
        }
    },

    /** A job that nobody takes by its id is not delivered before the time that its produce, or its last release, named. */
    IS_DUE {
        @Override
        Stream<Finding> findings(JobStory job) {
            Stream<Finding> first = job.handOuts().stream()
                    .filter(one -> !one.isTaken())
                    .filter(one ->
                            job.tries().stream().anyMatch(made -> one.given().isBefore(made.due())))
                    .map(one -> early(one, job.tries().get(0).due()));
            Stream<Finding> again = job.acknowledged(Verb.RELEASE)
                    .filter(one -> one.outcome() == CallOutcome.DONE)
                    .flatMap(release -> job.handOuts().stream()
                            .filter(one -> one.lease() > release.lease())
                            .limit(1)
                            .filter(one -> !one.isTaken())
                            .filter(one -> one.given().isBefore(release.time().orElse(Instant.MIN)))
                            .map(one -> Finding.unlessAny(
                                    EARLY,
                                    early(one, release.time().orElseThrow()).detail(),
                                    List.of(
                                            Undoing.of(release.span()),
                                            Undoing.before(release.span(), List.of(one.span()))))));
            return Stream.concat(first, again);
        }

        private static Finding early(HandedOut one, Instant due) {
            return Finding.of(EARLY, "given at " + one.given() + ", due at " + due);
        }
    },

    /** A lease does nothing more once a higher one was given. */
    OBEYS_THE_LAST {
        @Override
        Stream<Finding> findings(JobStory job) {
            return job.acknowledged().stream()
                    .filter(one -> one.outcome() == CallOutcome.DONE)
                    .flatMap(one -> stale(one, spans(higher(one, job))).stream());
        }

        private static Stream<HandedOut> higher(Acknowledged one, JobStory job) {
            return job.handOuts().stream()
                    .filter(other -> other.lease() > one.lease() && other.span().isBefore(one.span()));
        }

        /** It was undone where the higher ones stand, or they were undone before it. */
        private static Optional<Finding> stale(Acknowledged one, List<Span> higher) {
            String detail = one.verb() + " was done with lease " + one.lease() + ", which was not the last";
            return first(higher)
                    .map(first -> Finding.unlessAny(
                            STALE,
                            detail,
                            List.of(Undoing.before(first, List.of(one.span())), Undoing.before(one.span(), higher))));
        }
    },

    /** The payload that comes is the one that went. */
    IS_INTACT {
        @Override
        Stream<Finding> findings(JobStory job) {
            return job.handOuts().stream()
                    .filter(one -> !one.isIntact())
                    .map(one -> Finding.of(CORRUPT, "another payload under lease " + one.lease()));
        }
    };

    abstract Stream<Finding> findings(JobStory job);

    /** Where in the deliveries of a job one and the next fit. */
    private static Stream<Integer> neighbours(JobStory job, BiPredicate<HandedOut, HandedOut> fit) {
        List<HandedOut> all = job.handOuts();
        return IntStream.range(0, Math.max(0, all.size() - 1))
                .filter(at -> fit.test(all.get(at), all.get(at + 1)))
                .boxed();
    }

    /** The one that was over first. */
    private static Optional<Span> first(List<Span> calls) {
        return calls.stream().min((one, other) -> Long.signum(one.endedNanos() - other.endedNanos()));
    }

    private static List<Span> spans(Stream<? extends Entry> entries) {
        return entries.map(Entry::span).toList();
    }
}
