package io.grape.redis;

import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Job;
import io.grape.core.job.OnDuplicate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A priority takes room only while it has jobs: callers may use a new one for each job. */
interface PriorityContract extends StoreContract {
    private List<String> indexes() {
        return keysOfTheTube().stream()
                .filter(key -> key.matches(".*:(coming|urgent|delay:[0-9]+)"))
                .toList();
    }

    @Test
    default void aDeletedJobLeavesNoTraceOfItsPriority() {
        timeIs(T0);
        produce(delayed("later", HOUR).priority(7));
        produceAll(job("a").priority(5), job("b").priority(5));
        assertThat(consume(1)).hasSize(1);
        assertThat(indexes()).hasSize(4);
        get(broker().delete(tube(), id("later"), false));
        get(broker().delete(tube(), id("b"), false));
        assertThat(indexes()).isEmpty();
    }

    @Test
    default void aReplacedJobLeavesNoTraceOfItsOldPriority() {
        produce(delayed("a", HOUR).priority(7));
        produce(job("a").onDuplicate(OnDuplicate.REPLACE));
        assertThat(indexes()).isEmpty();
    }

    @Test
    default void aLateFinishLeavesNoTraceOfItsPriority() {
        timeIs(T0);
        Job late = handOut(job("a").priority(7).ttr(Duration.ofSeconds(1)));
        timeIs(T0.plusSeconds(1));
        expireLeases();
        assertThat(indexes()).isNotEmpty();
        finish(late);
        assertThat(indexes()).isEmpty();
    }

    @Test
    default void theLastHandOutLeavesNoTraceOfItsPriority() {
        timeIs(T0);
        produceAll(job("a").priority(7), job("b").priority(7));
        assertThat(consume(1)).hasSize(1);
        produce(delayed("c", Duration.ofSeconds(1)).priority(7));
        timeIs(T0.plusSeconds(1));
        assertThat(consume(3)).hasSize(2);
        assertThat(indexes()).isEmpty();
    }
}
