package io.grape.chaos;

import io.grape.chaos.history.Entry;
import io.grape.chaos.history.History;
import io.grape.chaos.history.Outcome;
import io.grape.chaos.history.Verdict;
import io.grape.chaos.history.Violation;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/** How long produces were answered whose jobs were lost. */
final class LossWindow {
    private LossWindow() {}

    static Duration of(History history, Verdict verdict) {
        Set<String> lost = verdict.violations().stream()
                .filter(violation -> violation.kind() == Violation.Kind.LOST)
                .map(Violation::id)
                .collect(Collectors.toSet());
        long[] answers = history.entries().stream()
                .filter(entry -> entry instanceof Entry.Produced tried
                        && tried.outcome() == Outcome.DONE
                        && lost.contains(tried.id()))
                .mapToLong(entry -> entry.span().endedNanos())
                .sorted()
                .toArray();
        return answers.length == 0 ? Duration.ZERO : Duration.ofNanos(answers[answers.length - 1] - answers[0]);
    }
}
