package io.grape.chaos;

import io.grape.chaos.history.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What came of a round.
 *
 * @param troubles what is wrong beside the history
 */
record Result(List<Broken> broken, Verdict verdict, LossWindow lossWindow, List<String> troubles) {
    /**
     * Something that was broken.
     *
     * @param gap the longest time in which no call at all succeeded
     */
    record Broken(String name, Duration gap) {}

    boolean isGood() {
        return troubles.isEmpty() && verdict.faults().isEmpty();
    }

    /** What is wrong. */
    List<String> complaints() {
        return Stream.concat(troubles.stream(), verdict.faults().stream().map(Object::toString))
                .toList();
    }
}
