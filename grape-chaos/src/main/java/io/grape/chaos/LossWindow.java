package io.grape.chaos;

import io.grape.chaos.history.Excuse;
import io.grape.chaos.history.Verdict;
import io.grape.chaos.history.Violation;
import java.time.Duration;

/**
 * When produces were answered whose jobs a fault then lost.
 *
 * @param before how long before it began, at most
 * @param after how long after it began, at most
 */
record LossWindow(Duration before, Duration after) {
    static LossWindow of(Verdict verdict) {
        return verdict.violations().stream()
                .filter(violation -> violation.kind() == Violation.Kind.LOST)
                .flatMap(violation -> violation.excuse().stream())
                .map(Excuse::age)
                .map(age -> new LossWindow(age, age.negated()))
                .reduce(new LossWindow(Duration.ZERO, Duration.ZERO), LossWindow::widened);
    }

    private LossWindow widened(LossWindow that) {
        return new LossWindow(longer(before, that.before), longer(after, that.after));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
