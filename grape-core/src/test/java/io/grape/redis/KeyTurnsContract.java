package io.grape.redis;

import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static io.grape.redis.KeySteps.keyed;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Job;
import io.grape.core.key.KeyOrder;
import io.grape.core.key.KeySettings;
import io.grape.core.key.OnFailure;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In which order the keys of a tube are delivered. */
interface KeyTurnsContract extends KeySteps {
    @Test
    default void aQuietKeyWaitsOneRoundAtMost() {
        share(FAIR);
        produceOf("loud", 50);
        assertThat(consumed(5)).containsExactly("loud-0", "loud-1", "loud-2", "loud-3", "loud-4");
        produceOf("quiet", 1);
        produceAll(job("plain"));
        assertThat(consumed(3)).contains("quiet-0", "plain");
    }

    @Test
    default void aBatchIsFair() {
        share(FAIR);
        produceOf("a", 30);
        produceOf("b", 30);
        produceOf("c", 2);
        List<String> first = ids(consume(20));
        assertThat(first).hasSize(20).contains("c-0", "c-1");
        assertThat(first.stream().filter(id -> id.startsWith("a")).count()).isEqualTo(9);
        assertThat(first.stream().filter(id -> id.startsWith("b")).count()).isEqualTo(9);
        assertThat(drain()).hasSize(42);
    }

    @Test
    default void aWeightIsAShare() {
        share(FAIR);
        override("a", 3.0, false);
        produceOf("a", 100);
        produceOf("b", 100);
        List<String> first = consumed(40);
        assertThat(first.stream().filter(id -> id.startsWith("a")).count()).isBetween(29L, 31L);
        override("a", 1.0, false);
        List<String> next = consumed(40);
        assertThat(next.stream().filter(id -> id.startsWith("a")).count()).isBetween(19L, 21L);
    }

    @Test
    default void aMoreUrgentPriorityComesFirst() {
        share(FAIR);
        produceOf("a", 3);
        produceAll(
                keyed("urgent-1", "a").priority(5),
                keyed("urgent-2", "b").priority(5),
                job("urgent-3").priority(5));
        produceAll(keyed("late", "b").priority(2000));
        List<String> order = consumed(7);
        assertThat(order.subList(0, 3)).containsExactlyInAnyOrder("urgent-1", "urgent-2", "urgent-3");
        assertThat(order.subList(3, 7)).containsExactly("a-0", "a-1", "a-2", "late");
    }

    @Test
    default void timeIsSharedWhereASettingSaysSo() {
        share(new KeySettings(KeyOrder.TIME, null, null, null, false, OnFailure.SKIP, null));
        timeIs(T0);
        produceOf("slow", 40);
        produceOf("fast", 200);
        int slow = 0;
        int millis = 0;
        for (int i = 0; i < 110; i++) {
            Job next = consume(1).get(0);
            boolean isSlow = next.id().value().startsWith("slow");
            slow += isSlow ? 1 : 0;
            millis += isSlow ? 1000 : 100;
            timeIs(T0.plusMillis(millis));
            finish(next);
        }
        assertThat(slow).isBetween(7, 14);
    }

    @Test
    default void aShortFirstJobLetsNoKeyPayForManyTurns() {
        share(new KeySettings(KeyOrder.TIME, null, null, null, false, OnFailure.SKIP, null));
        timeIs(T0);
        produceOf("first", 1);
        finishAfter(1);
        produceOf("b", 30);
        produceOf("c", 30);
        int ofB = 0;
        for (int i = 1; i <= 20; i++) {
            ofB += finishAfter(1 + i * 1000).startsWith("b") ? 1 : 0;
        }
        assertThat(ofB).isBetween(8, 12);
    }

    /** Takes the next job, and finishes it at a ms after the start. */
    private String finishAfter(int millis) {
        Job next = consume(1).get(0);
        timeIs(T0.plusMillis(millis));
        finish(next);
        return next.id().value();
    }

    @Test
    default void jobsWithoutAKeyGetTheirTurnBesideOneOfLargeWeight() {
        share(FAIR);
        override("a", 100.0, false);
        produceOf("a", 150);
        assertThat(consumed(1)).containsExactly("a-0");
        produceAll(job("plain"));
        assertThat(consumed(110)).contains("plain");
    }

    @Test
    default void aKeyThatComesIsBeforeThoseThatHadATurn() {
        share(FAIR);
        produceOf("a", 3);
        assertThat(consumed(1)).containsExactly("a-0");
        produceOf("z", 1);
        assertThat(consumed(1)).containsExactly("z-0");
    }
}
