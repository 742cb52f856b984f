package io.grape.redis.overload;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.TubeName;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** In which order work gets its permit. */
class PriorityQueuesTest {
    private final PriorityQueues queues =
            new PriorityQueues(tube -> tube.value().startsWith("late"));

    private void add(String name) {
        TubeName tube = new TubeName(name);
        queues.add(tube, () -> tube);
    }

    private List<String> poll(int limit) {
        return IntStream.range(0, limit)
                .mapToObj(
                        at -> Objects.requireNonNull(queues.poll(false)).tube().value())
                .toList();
    }

    @Test
    void lateTubesGoBeforeOthers() {
        add("calm");
        add("late");
        assertThat(poll(2)).containsExactly("late", "calm");
    }

    @Test
    void lateTubesDoNotStarveOthers() {
        add("calm");
        IntStream.range(0, 100).forEach(at -> add("late" + at));
        assertThat(poll(9)).endsWith("calm");
        assertThat(poll(92)).allMatch(tube -> tube.startsWith("late"));
    }
}
