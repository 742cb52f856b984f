package io.grape.chaos.history;

import java.util.List;

/**
 * What a {@link Checker} found.
 *
 * @param produced jobs that were produced for certain
 * @param finished jobs that were finished for certain
 * @param handOuts deliveries that reached a consumer
 * @param violations with and without an excuse
 */
public record Verdict(int produced, int finished, int handOuts, List<Violation> violations) {
    public Verdict {
        violations = List.copyOf(violations);
    }

    /** Those that no fault excuses. */
    public List<Violation> unexcused() {
        return violations.stream()
                .filter(violation -> violation.excuse().isEmpty())
                .toList();
    }
}
