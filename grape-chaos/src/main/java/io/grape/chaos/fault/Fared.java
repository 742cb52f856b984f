package io.grape.chaos.fault;

import io.grape.chaos.history.Entry;
import io.grape.chaos.history.Outcome;
import java.util.List;

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
}
