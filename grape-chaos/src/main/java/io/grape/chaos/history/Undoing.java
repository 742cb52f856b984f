package io.grape.chaos.history;

import java.util.List;
import java.util.Optional;

/**
 * Answered calls that explain something once a fault undid all of them.
 *
 * @param calls where there are none, they explain nothing
 * @param proof a call that would have gone otherwise, had they not been undone by then: the fault began before its answer;
 *     empty = the fault may have come at any time
 */
record Undoing(List<Span> calls, Optional<Span> proof) {
    Undoing {
        calls = List.copyOf(calls);
    }

    static Undoing of(Span call) {
        return all(List.of(call));
    }

    static Undoing all(List<Span> calls) {
        return new Undoing(calls, Optional.empty());
    }

    static Undoing before(Span proof, List<Span> calls) {
        return new Undoing(calls, Optional.of(proof));
    }
}
