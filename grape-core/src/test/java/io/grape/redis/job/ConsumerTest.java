package io.grape.redis.job;

import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.TubeName;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.redis.RedisStore;
import io.grape.redis.TestRedis;
import io.grape.redis.job.Consumer.Demand;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How the jobs of one run are dealt to those who share it. */
class ConsumerTest {
    private static final TubeName TUBE = new TubeName("dealt");

    private static ConsumeResult handout(int jobs) {
        try (RedisStore store = TestRedis.open(TestRedis.uri(), TestRedis.newNamespace())) {
            List<NewJob> all = IntStream.range(0, jobs)
                    .mapToObj(i -> NewJob.of(id("j" + i), Payload.binary("p".getBytes(UTF_8))))
                    .toList();
            get(store.broker().produce(TUBE, all));
            return get(store.broker().consume(TUBE, 100, Duration.ZERO));
        }
    }

    private static List<List<String>> dealt(int jobs, int... demands) {
        List<Demand> asked = IntStream.of(demands)
                .mapToObj(most -> new Demand(most, 1, Duration.ZERO))
                .toList();
        return Consumer.deal(handout(jobs), asked).stream()
                .map(hand ->
                        hand.jobs().stream().map(Job::id).map(Object::toString).toList())
                .toList();
    }

    @Test
    void eachGetsOneInTurn() {
        assertThat(dealt(5, 3, 3)).containsExactly(List.of("j0", "j2", "j4"), List.of("j1", "j3"));
    }

    @Test
    void whoAsksForManyLeavesSomethingToTheOthers() {
        assertThat(dealt(6, 90, 1, 2)).containsExactly(List.of("j0", "j3", "j5"), List.of("j1"), List.of("j2", "j4"));
    }

    @Test
    void whoComesLateMayGetNothing() {
        assertThat(dealt(1, 2, 2)).containsExactly(List.of("j0"), List.of());
    }

    @Test
    void whatNobodyTakesIsLeft() {
        assertThat(handout(4).deal(List.of(1, 2))).extracting(List::size).containsExactly(1, 2);
        assertThat(handout(1).deal(List.of())).isEmpty();
    }
}
