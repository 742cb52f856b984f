package io.grape.redis.overload;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.TubeName;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whose turn it is. */
class TurnsTest {
    private final Turns turns = new Turns(tube -> tube.value().startsWith("late"));

    private void add(String name) {
        TubeName tube = new TubeName(name);
        turns.add(tube, () -> tube);
    }

    private List<String> poll(int most) {
        return IntStream.range(0, most)
                .mapToObj(at -> Objects.requireNonNull(turns.poll(false)).tube().value())
                .toList();
    }

    @Test
    void tubesThatAreLateComeBeforeOthers() {
        add("calm");
        add("late");
        assertThat(poll(2)).containsExactly("late", "calm");
    }

    @Test
    void noTubeWaitsForEverBehindThoseThatAreLate() {
        add("calm");
        IntStream.range(0, 100).forEach(at -> add("late" + at));
        assertThat(poll(9)).endsWith("calm");
        assertThat(poll(92)).allMatch(tube -> tube.startsWith("late"));
    }
}
