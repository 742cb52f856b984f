package io.grape.chaos;

import io.grape.chaos.history.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What came of a round.
 *
 * @param skipped names of faults that cannot be had on this machine
 * @param troubles what is wrong beside the history
 */
record Result(
        List<Broken> broken, List<String> skipped, Verdict verdict, LossWindow lossWindow, List<String> troubles) {
    Result {
        broken = List.copyOf(broken);
        skipped = List.copyOf(skipped);
        troubles = List.copyOf(troubles);
    }

    /**
     * Something that was broken.
     *
     * @param gap the longest time in which no call at all succeeded
     */
    record Broken(String name, Duration gap) {}

    /** What is wrong. */
    List<String> complaints() {
        return Stream.concat(troubles.stream(), verdict.unexcused().stream().map(Object::toString))
                .toList();
    }
}
