package io.grape.chaos.history;

import io.grape.chaos.history.Violation.Kind;
import java.util.List;

/**
 * Something that must not be, and what would explain it.
 *
 * @param undone the answered calls of which any one, undone by a fault, would explain it; none = nothing can
 */
record Finding(Kind kind, String detail, List<Span> undone) {
    Finding {
        undone = List.copyOf(undone);
    }

    static Finding of(Kind kind, String detail) {
        return new Finding(kind, detail, List.of());
    }
}
