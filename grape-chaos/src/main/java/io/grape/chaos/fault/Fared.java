package io.grape.chaos.fault;

import io.grape.chaos.history.Entry;
import io.grape.chaos.history.Outcome;
import java.util.List;
import java.util.Optional;

/** How calls fared. */
final class Fared {
    private Fared() {}

    static long produces(List<Entry> entries, Outcome outcome) {
        return entries.stream()
                .filter(entry -> entry instanceof Entry.Produced tried && tried.outcome() == outcome)
                .count();
    }

    static long finishes(List<Entry> entries, Outcome outcome) {
        return entries.stream()
                .filter(entry -> entry instanceof Entry.Acknowledged tried
                        && tried.verb() == Entry.Verb.FINISH
                        && tried.outcome() == outcome)
                .count();
    }

    /** Nobody may notice. */
    static Optional<String> unharmed(List<Entry> meanwhile) {
        long failed = produces(meanwhile, Outcome.REFUSED)
                + produces(meanwhile, Outcome.UNKNOWN)
                + finishes(meanwhile, Outcome.UNKNOWN);
        return failed == 0 ? Optional.empty() : Optional.of(failed + " calls failed, expected none");
    }
}
