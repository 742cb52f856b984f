package io.grape.redis;

import static io.grape.core.ContractSteps.assertFailed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static io.grape.redis.KeySteps.keyed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.ErrorCode;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.key.KeyOrder;
import io.grape.core.key.KeySettings;
import io.grape.core.key.KeySort;
import io.grape.core.key.KeyState;
import io.grape.core.key.OnFailure;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The weights that produces name for keys. */
interface KeyWeightsContract extends KeySteps {
    private void share(KeyOrder order) {
        share(new KeySettings(order, null, null, null, false, OnFailure.SKIP, null));
    }

    private static NewJob weighing(String id, String key, double weight) {
        return keyed(id, key).weight(weight);
    }

    private KeyState key(String key) {
        return get(store().jobKeys().get(tube(), key));
    }

    private long of(String key, List<String> ids) {
        return ids.stream().filter(id -> id.startsWith(key + "-")).count();
    }

    @Test
    default void theLastWeightThatAProduceNamedCountsForAllJobsOfItsKey() {
        share(KeyOrder.JOBS);
        produceOf("a", 100);
        produceOf("b", 100);
        assertThat(of("a", consumed(20))).isBetween(9L, 11L);
        produceAll(weighing("a-more", "a", 3));
        assertThat(of("a", consumed(40))).isBetween(29L, 31L);
        produceAll(weighing("a-most", "a", 7), weighing("a-last", "a", 1), keyed("a-none", "a"));
        assertThat(of("a", consumed(20))).isBetween(9L, 11L);
        assertThat(key("a").producedWeight()).isEqualTo(1);
        assertThat(key("b").producedWeight()).isNull();
    }

    @Test
    default void aWeightOfAnOverrideGoesBeforeThatOfAProduce() {
        share(KeyOrder.JOBS);
        timeIs(T0);
        produceAll(weighing("a", "a", 3));
        override("a", null, false);
        assertThat(key("a").inEffect().weight()).isEqualTo(3);
        override("a", 0.5, false);
        produceAll(weighing("a-2", "a", 4));
        assertThat(key("a").inEffect().weight()).isEqualTo(0.5);
        assertThat(get(store().jobKeys().list(tube(), KeySort.BACKLOG, 1, null)).keys())
                .containsExactly(key("a"));
        get(store().jobKeys().delete(tube(), "a"));
        assertThat(key("a").inEffect().weight()).isEqualTo(4);
        assertThat(key("a").isOverridden()).isFalse();
    }

    @Test
    default void aWeightOfAProduceGoesWithTheLastJobOfItsKey() {
        share(KeyOrder.JOBS);
        produceAll(weighing("a", "a", 3), keyed("b", "a").priority(5));
        finish(consume(1).get(0));
        Job last = consume(1).get(0);
        assertThat(key("a").producedWeight()).isEqualTo(3);
        release(last, Duration.ZERO);
        assertThat(key("a").producedWeight()).isEqualTo(3);
        finish(consume(1).get(0));
        assertThat(key("a").producedWeight()).isNull();
        assertThat(key("a").inEffect().weight()).isEqualTo(1);
        produceAll(weighing("c", "a", 3));
        bury(consume(1).get(0), "no");
        assertThat(key("a").producedWeight()).isNull();
        get(broker().kick(tube(), id("c"), Duration.ZERO));
        assertThat(key("a").inEffect().weight()).isEqualTo(1);
        produceAll(weighing("c", "b", 3).onDuplicate(OnDuplicate.REPLACE));
        assertThat(key("b").producedWeight()).isEqualTo(3);
        get(broker().delete(tube(), id("c"), false));
        assertThat(key("b").producedWeight()).isNull();
    }

    @Test
    default void aProduceThatStoresNoJobNamesNoWeight() {
        share(new KeySettings(KeyOrder.JOBS, null, null, null, false, OnFailure.SKIP, 1L));
        produceAll(weighing("a", "a", 2));
        assertThat(produceAll(List.of(weighing("a", "b", 3))).get(0).get().created())
                .isFalse();
        assertFailed(produceAll(List.of(weighing("full", "a", 3))).get(0), ErrorCode.TUBE_FULL);
        assertThat(key("a").producedWeight()).isEqualTo(2);
        assertThat(key("b").producedWeight()).isNull();
    }

    @Test
    default void aWeightHasNoEffectInATubeWithoutKeys() {
        share(KeySettings.OFF);
        produceAll(weighing("a", "a", 2));
        assertThat(key("a").inEffect().weight()).isEqualTo(1);
        share(KeyOrder.JOBS);
        assertThat(key("a").producedWeight()).isNull();
        assertThat(drain()).containsExactly("a");
    }

    @Test
    default void aWeightIsOneOfAKeyAndWithinBounds() {
        assertThatThrownBy(() -> job("a").weight(1)).hasMessageContaining("weight: expected it with key");
        for (double wrong : new double[] {0, -1, 0.001, 1000.5, Double.NaN}) {
            assertThatThrownBy(() -> weighing("a", "a", wrong))
                    .hasMessageContaining("weight: expected a number from 0.01 to 1000");
        }
    }
}
