package io.grape.chaos.history;

import io.grape.chaos.history.Violation.Kind;
import java.util.List;

/**
 * Something that must not be, and what would explain it.
 *
 * @param calls answered calls, which a fault may have undone
 * @param undone how many of them, undone, explain it
 */
record Finding(Kind kind, String detail, List<Span> calls, int undone) {
    Finding {
        calls = List.copyOf(calls);
    }

    /** What nothing explains. */
    static Finding of(Kind kind, String detail) {
        return new Finding(kind, detail, List.of(), 1);
    }

    /** What is explained once all of these were undone. */
    static Finding unlessUndone(Kind kind, String detail, List<Span> calls) {
        return new Finding(kind, detail, calls, Math.max(1, calls.size()));
    }
}
