package io.grape.redis;

import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.redis.GateSteps.keyed;
import static io.grape.redis.GateSteps.labelled;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.JobState;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.ExplanationReason;
import io.grape.core.job.GateFacts;
import io.grape.core.job.Job;
import io.grape.core.job.JobEventType;
import io.grape.core.job.JobQuery;
import io.grape.core.job.OnDuplicate;
import io.grape.core.tube.TubeSettings;
import io.grape.redis.script.Script;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which jobs a gate holds, and how they come back. */
interface GateHoldsContract extends GateSteps {
    @Test
    default void aGateHoldsByALabelAndGivesBackInTheOldOrder() {
        produceAll(labelled("a", "eu"), labelled("b"), labelled("c", "us", "eu"), delayed("d", HOUR));
        assertThat(put("incident", GateMatch.label("eu"), GateMode.HOLD)).isTrue();
        assertThat(ids(consume(10))).containsExactly("b");
        assertThat(stateOf("a")).isEqualTo(JobState.GATED);
        assertThat(describe().count(JobState.GATED)).isEqualTo(2);
        assertThat(ids(get(broker().list(tube(), new JobQuery(JobState.GATED, 10, null)))
                        .jobs()))
                .containsExactly("a", "c");
        assertThat(gate("incident").held()).isEqualTo(2);
        assertThat(peek("a").dueAt()).isNotNull().isEqualTo(explained("a").dueAt());
        assertBalanced();
        produceAll(labelled("later", "eu"));
        lift("incident");
        assertThat(all()).isEmpty();
        assertThat(ids(consume(10))).containsExactly("a", "c", "later");
        assertBalanced();
    }

    @Test
    default void aPartOfALabelIsNoMatch() {
        produceAll(labelled("a", "eu-west"));
        put("g", GateMatch.label("eu"), GateMode.HOLD);
        assertThat(ids(consume(1))).containsExactly("a");
    }

    @Test
    default void jobsBehindManyThatAreHeldAreDelivered() {
        produceAll(IntStream.range(0, 250)
                .mapToObj(i -> labelled("held-" + i, "eu"))
                .toList());
        produceAll(labelled("free"));
        put("g", GateMatch.label("eu"), GateMode.HOLD);
        assertThat(ids(consume(1))).containsExactly("free");
        assertThat(describe().count(JobState.GATED)).isEqualTo(250);
        lift("g");
        assertThat(drain()).hasSize(250).startsWith("held-0", "held-1").endsWith("held-249");
        assertThat(all()).isEmpty();
    }

    @Test
    default void theHistoryTellsOfGates() {
        produceAll(labelled("a", "eu"));
        put("g", GateMatch.label("eu"), GateMode.HOLD);
        consume(1);
        lift("g");
        consume(1);
        assertThat(history("a"))
                .containsExactly(
                        JobEventType.PRODUCED, JobEventType.GATED, JobEventType.UNGATED, JobEventType.CONSUMED);
    }

    @Test
    default void aGateHoldsAllAndMovesNothing() {
        produceAll(labelled("a"), labelled("b", "eu"));
        put("all", GateMatch.ALL, GateMode.HOLD);
        assertThat(consume(10)).isEmpty();
        assertThat(stateOf("a")).isEqualTo(JobState.READY);
        assertThat(explained("a").reason()).isEqualTo(ExplanationReason.GATED);
        assertThat(gate("all").held()).isEqualTo(2);
        put("drop", GateMatch.label("eu"), GateMode.DROP);
        assertThat(consume(10)).isEmpty();
        assertGone("b");
        lift("all");
        assertThat(ids(consume(10))).containsExactly("a");
    }

    @Test
    default void aGateHoldsAKeyWithoutMovingItsJobs() {
        share(FAIR);
        produceAll(
                keyed("a-1", "a"),
                keyed("a-2", "a"),
                keyed("b", "b"),
                keyed("a-3", "a").priority(7));
        put("customer", GateMatch.key("a"), GateMode.HOLD);
        assertThat(ids(consume(10))).containsExactly("b");
        assertThat(stateOf("a-1")).isEqualTo(JobState.READY);
        assertThat(gate("customer").held()).isEqualTo(3);
        produceAll(keyed("a-4", "a"));
        assertThat(consume(10)).isEmpty();
        lift("customer");
        assertThat(ids(consume(10))).containsExactly("a-3", "a-1", "a-2", "a-4");
    }

    @Test
    default void aHeldJobOfAKeyGoesBackToItsLane() {
        share(FAIR);
        produceAll(keyed("a", "k", "eu"), keyed("b", "k"), keyed("c", "k", "eu").priority(3));
        put("g", GateMatch.label("eu"), GateMode.HOLD);
        assertThat(ids(consume(10))).containsExactly("b");
        assertThat(describe().count(JobState.GATED)).isEqualTo(2);
        lift("g");
        assertThat(ids(consume(10))).containsExactly("c", "a");
    }

    @Test
    default void whatIsHeldIsPutBackWithoutAConsumer() {
        timeIs(T0);
        produceAll(labelled("a", "eu"));
        put("g", GateMatch.label("eu"), GateMode.HOLD, T0.plusSeconds(5));
        consume(1);
        assertThat(expireLeases().next()).isEqualTo(Duration.ofSeconds(5));
        timeIs(T0.plusSeconds(5));
        expireLeases();
        assertThat(stateOf("a")).isEqualTo(JobState.READY);
    }

    @Test
    default void leasesThatRunAreLeftAlone() {
        timeIs(T0);
        produceAll(labelled("a", "eu"), labelled("b", "eu"));
        Job a = consume(1).get(0);
        Job b = consume(1).get(0);
        put("g", GateMatch.label("eu"), GateMode.HOLD);
        finish(a);
        timeIs(T0.plusSeconds(61));
        assertThat(consume(1)).isEmpty();
        assertThat(stateOf("b")).isEqualTo(JobState.GATED);
        assertThat(acknowledge(new Acknowledgement.Finish(b.id(), b.requireLease()))
                        .failure())
                .isNull();
        assertGone("b");
        assertThat(gate("g").held()).isZero();
        assertBalanced();
    }

    @Test
    default void aGatedJobIsDeletedReplacedAndNotTaken() {
        Stream.of("a", "b", "c").forEach(id -> produceAll(labelled(id, "eu")));
        put("g", GateMatch.label("eu"), GateMode.HOLD);
        consume(1);
        assertFails(broker().take(tube(), id("a")), ErrorCode.GATED);
        assertThat(kick("a", Duration.ZERO)).isFalse();
        get(broker().delete(tube(), id("a"), false));
        assertGone("a");
        produceAll(labelled("b").onDuplicate(OnDuplicate.REPLACE));
        assertThat(ids(consume(10))).containsExactly("b");
        assertThat(stateOf("c")).isEqualTo(JobState.GATED);
        assertThat(produce(labelled("c", "eu")).state()).isEqualTo(JobState.GATED);
        assertBalanced();
    }

    @Test
    default void aJobThatAGateWouldMeetIsNotTaken() {
        produceAll(labelled("a", "eu"), labelled("b"));
        put("g", GateMatch.label("eu"), GateMode.DROP);
        put("all", GateMatch.ALL, GateMode.HOLD);
        assertFails(broker().take(tube(), id("a")), ErrorCode.GATED);
        assertThat(take("b").id()).isEqualTo(id("b"));
    }

    @Test
    default void explainNamesTheGate() {
        timeIs(T0);
        produceAll(labelled("a", "eu"));
        put("g", GateMatch.label("eu"), GateMode.HOLD, T0.plusSeconds(60));
        GateFacts facts = new GateFacts("g", GateMode.HOLD, T0.plusSeconds(60), T0, "ann", "a reason");
        assertThat(explained("a").gate()).isEqualTo(facts);
        consume(1);
        assertThat(explained("a").state()).isEqualTo(JobState.GATED);
        assertThat(explained("a").reason()).isEqualTo(ExplanationReason.GATED);
        assertThat(explained("a").gate()).isEqualTo(facts);
        assertThat(explained("a").detail())
                .isEqualTo(
                        "gate 'g', put up by ann at 2030-01-01T00:00:00Z, holds it until 2030-01-01T00:01:00Z (a reason)");
    }

    @Test
    default void aGateThatIsPutUpAgainIsNotLiftedByTheLiftBefore() {
        produceAll(IntStream.range(0, 300)
                .mapToObj(i -> labelled("held-" + i, "eu"))
                .toList());
        put("g", GateMatch.label("eu"), GateMode.HOLD);
        assertThat(drain()).isEmpty();
        Script lift = Script.ofTube("gate_lift");
        assertThat(get(run(lift, "g", 0)).number(1)).isEqualTo(1);
        put("g", GateMatch.label("eu"), GateMode.HOLD);
        assertThat(get(run(lift, "g", 1)).number(1)).isZero();
        assertThat(gate("g").isLifting()).isFalse();
        lift("g");
        assertThat(drain()).hasSize(300);
    }

    @Test
    default void aJobOfAKeyThatIsHeldIsExplained() {
        create(TubeSettings.DEFAULT);
        share(FAIR);
        produceAll(keyed("a-1", "a"), keyed("a-2", "a"));
        put("customer", GateMatch.key("a"), GateMode.HOLD);
        for (int round = 0; round < 2; round++) {
            assertThat(explained("a-1").reason()).isEqualTo(ExplanationReason.GATED);
            assertThat(explained("a-1").detail()).contains("gate 'customer'");
            assertThat(consume(1)).isEmpty();
        }
        put("customer", GateMatch.key("a"), GateMode.DROP);
        assertThat(explained("a-2").reason()).isEqualTo(ExplanationReason.GATED);
    }

    @Test
    default void jobsOfAKeyThatIsHeldAreDroppedByTheirLabel() {
        create(TubeSettings.DEFAULT);
        share(FAIR);
        produceAll(keyed("a-1", "a", "bad"), keyed("a-2", "a"), keyed("a-3", "a", "worse"));
        put("customer", GateMatch.key("a"), GateMode.HOLD);
        put("batch", GateMatch.label("bad"), GateMode.DROP);
        put("other", GateMatch.label("worse"), GateMode.BURY);
        assertThat(consume(10)).isEmpty();
        assertThat(gate("batch").dropped()).isEqualTo(1);
        assertThat(stateOf("a-3")).isEqualTo(JobState.FAILED);
        lift("customer");
        assertThat(ids(consume(10))).containsExactly("a-2");
        assertBalanced();
    }
}
