package io.grape.chaos.fault;

import io.grape.chaos.history.CallOutcome;
import io.grape.chaos.history.Entry;
import java.util.List;

/** How calls fared. */
final class CallCounts {
    private CallCounts() {}

    static long produces(List<Entry> entries, CallOutcome outcome) {
        return entries.stream()
                .filter(entry -> entry instanceof Entry.Produced tried && tried.outcome() == outcome)
                .count();
    }

    static long finishes(List<Entry> entries, CallOutcome outcome) {
        return entries.stream()
                .filter(entry -> entry instanceof Entry.Acknowledged tried
                        && tried.verb() == Entry.Verb.FINISH
                        && tried.outcome() == outcome)
                .count();
    }
}
