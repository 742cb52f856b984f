package io.grape.chaos.history;

import io.grape.chaos.history.Violation.Kind;
import java.util.List;

/**
 * Something that must not be, and what would explain it.
 *
 * @param undoings what a fault may have undone
 * @param undone how many of these explain it
 */
record Finding(Kind kind, String detail, List<Undoing> undoings, int undone) {
    Finding {
        undoings = List.copyOf(undoings);
    }

    /** What nothing explains. */
    static Finding of(Kind kind, String detail) {
        return new Finding(kind, detail, List.of(), 1);
    }

    /** What is explained once all of these were undone. */
    static Finding unlessUndone(Kind kind, String detail, List<Span> calls) {
        return new Finding(kind, detail, calls.stream().map(Undoing::of).toList(), Math.max(1, calls.size()));
    }

    /** What is explained once any of these was undone. */
    static Finding unlessAny(Kind kind, String detail, List<Undoing> undoings) {
        return new Finding(kind, detail, undoings, 1);
    }
}
