package io.grape.redis;

import static io.grape.core.ContractSteps.assertFailed;
import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static io.grape.redis.GateSteps.keyed;
import static io.grape.redis.GateSteps.labelled;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.ItemResult;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.job.Job;
import io.grape.core.job.JobEventType;
import io.grape.core.job.JobTags;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Produced;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a gate drops, buries and refuses. */
interface GateModesContract extends GateSteps {
    @Test
    default void aGateThatDropsTakesWhatIsReady() {
        timeIs(T0);
        produceAll(
                labelled("a", "eu"),
                labelled("b"),
                delayed("later", Duration.ofSeconds(5)).tags(new JobTags(null, List.of("eu"))));
        put("purge", GateMatch.label("eu"), GateMode.DROP);
        assertThat(ids(consume(10))).containsExactly("b");
        assertGone("a");
        assertThat(total(TubeCounter.DROPPED)).isEqualTo(1);
        assertThat(gate("purge").dropped()).isEqualTo(1);
        assertThat(stateOf("later")).isEqualTo(JobState.DELAYED);
        assertBalanced();
    }

    @Test
    default void dropsAllWhileATubeIsPaused() {
        produceAll(labelled("a"), labelled("b"), delayed("c", HOUR));
        get(tubes().pause(tube(), null, ""));
        put("drop", GateMatch.ALL, GateMode.DROP);
        assertThat(consume(1)).isEmpty();
        assertThat(total(TubeCounter.DROPPED)).isEqualTo(2);
        assertThat(stateOf("c")).isEqualTo(JobState.DELAYED);
        assertBalanced();
    }

    @Test
    default void aGateDropsAKey() {
        share(FAIR);
        timeIs(T0);
        produceAll(IntStream.range(0, 150).mapToObj(i -> keyed("a-" + i, "a")).toList());
        produceAll(keyed("b", "b"), delayed("a-later", Duration.ofSeconds(5)).tags(new JobTags("a", List.of())));
        put("customer", GateMatch.key("a"), GateMode.DROP);
        assertThat(ids(consume(10))).containsExactly("b");
        assertThat(total(TubeCounter.DROPPED)).isEqualTo(150);
        timeIs(T0.plusSeconds(6));
        assertThat(consume(10)).isEmpty();
        assertThat(total(TubeCounter.DROPPED)).isEqualTo(151);
        assertBalanced();
    }

    @Test
    default void aPriorityThatAGateEmptiesIsForgotten() {
        produceAll(labelled("a", "eu").priority(7), job("b"));
        put("stop", GateMatch.ALL, GateMode.HOLD);
        put("purge", GateMatch.label("eu"), GateMode.DROP);
        assertThat(consume(1)).isEmpty();
        assertThat(total(TubeCounter.DROPPED)).isEqualTo(1);
        lift("stop");
        assertThat(ids(consume(10))).containsExactly("b");
    }

    @Test
    default void aGateThatBuriesSaysWhy() {
        produceAll(labelled("a", "eu"), labelled("b"));
        put("stop", GateMatch.label("eu"), GateMode.BURY);
        assertThat(ids(consume(10))).containsExactly("b");
        assertThat(peek("a").state()).isEqualTo(JobState.FAILED);
        assertThat(peek("a").reason()).isEqualTo("gate stop: a reason");
        assertThat(peek("a").noe()).isZero();
        assertThat(gate("stop").buried()).isEqualTo(1);
        assertThat(total(TubeCounter.BURIED)).isEqualTo(1);
        assertThat(history("a")).containsExactly(JobEventType.PRODUCED, JobEventType.BURIED);
        lift("stop");
        kick("a", Duration.ZERO);
        assertThat(ids(consume(10))).containsExactly("a");
    }

    @Test
    default void ofSeveralGatesTheStrongestActs() {
        produceAll(labelled("a", "x", "y", "z"), labelled("b", "x", "y"), labelled("c", "x"), labelled("d"));
        put("hold", GateMatch.label("x"), GateMode.HOLD);
        put("bury", GateMatch.label("y"), GateMode.BURY);
        put("drop", GateMatch.label("z"), GateMode.DROP);
        assertThat(ids(consume(10))).containsExactly("d");
        assertGone("a");
        assertThat(stateOf("b")).isEqualTo(JobState.FAILED);
        assertThat(stateOf("c")).isEqualTo(JobState.GATED);
    }

    @Test
    default void aGateRefusesNewJobs() {
        timeIs(T0);
        produceAll(labelled("live", "eu"));
        put("closed", GateMatch.label("eu"), GateMode.REFUSE, T0.plus(HOUR));
        List<ItemResult<Produced>> results = produceAll(List.of(
                labelled("new", "eu"),
                labelled("other"),
                labelled("live", "eu"),
                labelled("live", "eu").onDuplicate(OnDuplicate.REJECT)));
        assertFailed(results.get(0), ErrorCode.GATED);
        assertThat(Objects.requireNonNull(results.get(0).failure()).retryAfter())
                .isEqualTo(HOUR);
        assertThat(results.get(1).get().created()).isTrue();
        assertThat(results.get(2).get().created()).isFalse();
        assertFailed(results.get(3), ErrorCode.DUPLICATE);
        assertThat(ids(consume(10))).containsExactly("live", "other");
        assertThat(describe().total(TubeCounter.PRODUCED)).isEqualTo(2);
        put("all", GateMatch.ALL, GateMode.REFUSE);
        assertFailed(produceAll(List.of(job("any"))).get(0), ErrorCode.GATED);
        lift("all");
        lift("closed");
        produceAll(labelled("new", "eu"));
    }

    @Test
    default void gateRefusesWhatWouldReplaceALiveJob() {
        produceAll(labelled("a", "us"), delayed("later", HOUR), labelled("gone", "us"));
        put("closed", GateMatch.label("eu"), GateMode.REFUSE);
        for (OnDuplicate mode : List.of(OnDuplicate.REPLACE, OnDuplicate.DEBOUNCE)) {
            assertFailed(
                    produceAll(List.of(labelled("a", "eu").onDuplicate(mode))).get(0), ErrorCode.GATED);
            assertFailed(
                    produceAll(List.of(labelled("later", "eu").onDuplicate(mode)))
                            .get(0),
                    ErrorCode.GATED);
            assertThat(produce(labelled("a", "us").onDuplicate(mode)).created()).isFalse();
        }
        assertThat(peek("a").tags().labels()).containsExactly("us");
        assertThat(stateOf("later")).isEqualTo(JobState.DELAYED);
        assertThat(produce(labelled("a", "eu")).created()).isFalse();
    }

    @Test
    default void gateRefusesASuccessor() {
        produceAll(labelled("a", "us"));
        put("closed", GateMatch.label("eu"), GateMode.REFUSE);
        Job held = consume(1).get(0);
        produce(labelled("a", "us").priority(7).onDuplicate(OnDuplicate.DEBOUNCE));
        assertFailed(
                produceAll(List.of(labelled("a", "eu").onDuplicate(OnDuplicate.DEBOUNCE)))
                        .get(0),
                ErrorCode.GATED);
        finish(held);
        assertThat(peek("a").priority()).as("the successor before").isEqualTo(7);
    }

    @Test
    default void aGateRefusesAKey() {
        share(FAIR);
        put("closed", GateMatch.key("a"), GateMode.REFUSE);
        assertFailed(produceAll(List.of(keyed("a", "a"))).get(0), ErrorCode.GATED);
        produceAll(keyed("b", "b"), job("c"));
    }
}
