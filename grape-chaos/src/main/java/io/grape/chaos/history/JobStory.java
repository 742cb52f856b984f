package io.grape.chaos.history;

import io.grape.chaos.history.Entry.Acknowledged;
import io.grape.chaos.history.Entry.HandedOut;
import io.grape.chaos.history.Entry.Produced;
import io.grape.chaos.history.Entry.Verb;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All that happened to one job.
 *
 * @param handOuts by their leases, the lowest first
 * @param isLeft whether it is still there at the end
 */
record JobStory(
        String id, List<Produced> tries, List<HandedOut> handOuts, List<Acknowledged> acknowledged, boolean isLeft) {

    static JobStory of(String id, Collection<Entry> entries, boolean isLeft) {
        return new JobStory(
                id,
                those(entries, Produced.class).toList(),
                those(entries, HandedOut.class)
                        .sorted(Comparator.comparingLong(HandedOut::lease))
                        .toList(),
                those(entries, Acknowledged.class).toList(),
                isLeft);
    }

    private static <T extends Entry> Stream<T> those(Collection<Entry> entries, Class<T> kind) {
        return entries.stream().filter(kind::isInstance).map(kind::cast);
    }

    /** That of its key, in a tube with keys. */
    Optional<Lane> lane() {
        return tries.stream().flatMap(made -> made.lane().stream()).findFirst();
    }

    Stream<Produced> tries(CallOutcome outcome) {
        return tries.stream().filter(one -> one.outcome() == outcome);
    }

    Stream<Acknowledged> acknowledged(Verb verb) {
        return acknowledged.stream().filter(one -> one.verb() == verb);
    }

    Stream<Acknowledged> finished() {
        return acknowledged(Verb.FINISH).filter(one -> one.outcome() == CallOutcome.DONE);
    }

    /** The touches of one lease that made it longer for certain. */
    Stream<Acknowledged> touches(long lease) {
        return acknowledged(Verb.TOUCH).filter(one -> one.outcome() == CallOutcome.DONE && one.lease() == lease);
    }

    /** Until when a delivery was exclusive for certain, unless its consumer gave it up. */
    Instant deadline(HandedOut handOut) {
        return touches(handOut.lease())
                .flatMap(touch -> touch.time().stream())
                .reduce(handOut.until(), JobStory::later);
    }

    static Instant later(Instant one, Instant other) {
        return one.isBefore(other) ? other : one;
    }

    /** Whether a consumer may have given up a lease before another delivery was seen. */
    boolean isGivenUp(HandedOut handOut, HandedOut before) {
        return acknowledged.stream()
                .filter(one -> one.lease() == handOut.lease() && one.verb() != Verb.TOUCH)
                .filter(one -> one.outcome() != CallOutcome.REFUSED)
                .anyMatch(one -> !before.span().isBefore(one.span()));
    }
}
