package io.grape.redis;

import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static io.grape.redis.KeySteps.keyed;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.JobState;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.gate.GateRequest;
import io.grape.core.job.Due;
import io.grape.core.job.DueWindow;
import io.grape.core.job.ExplanationReason;
import io.grape.core.job.Job;
import io.grape.core.job.JobTags;
import io.grape.core.job.JobsAhead;
import io.grape.core.job.NewJob;
import io.grape.core.job.TagFilter;
import io.grape.core.key.KeyOrder;
import io.grape.core.key.KeyOverride;
import io.grape.core.key.KeySettings;
import io.grape.core.key.OnFailure;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationTask;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Keys where they meet other things: the end of a queue, a switch, a gate, a kick. */
interface KeyEdgesContract extends KeySteps {
    private static NewJob labelled(String id, String key) {
        return job(id).tags(new JobTags(key, List.of("eu")));
    }

    private void gate(GateMode mode, @Nullable Instant until) {
        get(store().gates().put(tube(), "g", new GateRequest(GateMatch.label("eu"), mode, until, "", "ann")));
    }

    private void shareTime() {
        share(new KeySettings(KeyOrder.TIME, null, null, null, false, OnFailure.SKIP, null));
    }

    @Test
    default void whoWaitsIsNotToldToAskAgainOnceTheLastWaitingJobIsDeleted() {
        share(FAIR);
        timeIs(T0);
        produceOf("a", 2);
        produceAll(keyed("b-0", "b").priority(5), keyed("b-1", "b").priority(5));
        assertThat(consumed(3)).containsExactly("b-0", "b-1", "a-0");
        produceAll(keyed("b-2", "b").priority(5));
        produceAll(keyed("b-3", "b").priority(5));
        assertThat(consumed(1)).containsExactly("b-2");
        get(broker().delete(tube(), id("a-1"), false));
        get(broker().delete(tube(), id("b-3"), false));
        assertThat(handout(1).next()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    default void aJobWhoseGateEndsAsItsTubeHasGotKeysIsDelivered() {
        create(TubeSettings.DEFAULT);
        timeIs(T0);
        produceAll(labelled("a", "acme"));
        gate(GateMode.HOLD, T0.plusSeconds(10));
        assertThat(consume(1)).isEmpty();
        share(FAIR);
        timeIs(T0.plusSeconds(11));
        assertThat(ids(consume(1))).containsExactly("a");
    }

    @Test
    default void aJobWhoseLeaseEndsAsItsTubeHasGotKeysIsDelivered() {
        create(TubeSettings.DEFAULT);
        timeIs(T0);
        produceAll(keyed("a", "acme"));
        assertThat(consume(1)).hasSize(1);
        share(FAIR);
        timeIs(T0.plusSeconds(61));
        assertThat(ids(consume(1))).containsExactly("a");
    }

    @Test
    default void aJobThatAGateBuriesBlocksThoseBehindIt() {
        share(BLOCKING);
        produceAll(labelled("a-0", "a"), keyed("a-1", "a"), labelled("a-2", "a"), keyed("b-0", "b"));
        gate(GateMode.BURY, null);
        assertThat(ids(consume(10))).containsExactly("b-0");
        assertThat(stateOf("a-0")).isEqualTo(JobState.FAILED);
        assertThat(stateOf("a-2")).isEqualTo(JobState.READY);
        get(broker().delete(tube(), id("a-0"), false));
        assertThat(ids(consume(10))).containsExactly("a-1");
    }

    @Test
    default void aKickedJobThatKeepsItsOrderIsReadyAtOnceThoughItWasTakenEarly() {
        share(ORDERED);
        timeIs(T0);
        produceAll(delayed("a", HOUR).tags(new JobTags("acme", List.of())));
        release(take("a"), Duration.ZERO);
        assertThat(stateOf("a")).isEqualTo(JobState.DELAYED);
        assertThat(kick("a", Duration.ZERO)).isTrue();
        assertThat(stateOf("a")).isEqualTo(JobState.READY);
        assertThat(kick(1)).isZero();
    }

    @Test
    default void anOperationThatKicksLaterLetsAKeyThatKeepsItsOrderRest() {
        share(ORDERED);
        timeIs(T0);
        produceOf("a", 1);
        bury(consume(1).get(0), "no");
        timeIs(T0.plusMillis(10));
        get(store().operations()
                .begin(new OperationRequest(
                        OperationKind.KICK,
                        tube(),
                        JobState.FAILED,
                        null,
                        DueWindow.ANY,
                        TagFilter.ANY,
                        null,
                        null,
                        Duration.ofMinutes(10),
                        null,
                        null,
                        null)));
        OperationTask task = get(store().operationWork().take()).orElseThrow();
        while (task.end() == null) {
            task = get(store().operationWork().slice(task, 7));
        }
        get(store().operationWork().save(task));
        produceAll(keyed("a-1", "a"));
        assertThat(handout(1).jobs()).isEmpty();
        timeIs(T0.plusSeconds(601));
        assertThat(ids(consume(1))).containsExactly("a-0");
    }

    @Test
    default void nothingIsLeftOfWhatKeysOweOnceNoneOfThemWaits() {
        shareTime();
        timeIs(T0);
        for (int i = 1; i <= 3; i++) {
            produceAll(keyed("job-" + i, "key-" + i).priority(5));
            Job job = consume(1).get(0);
            timeIs(T0.plusSeconds((long) i * i));
            finish(job);
        }
        assertThat(keysOfTheTube()).noneMatch(key -> key.contains(":owed"));
    }

    /** A key without waiting jobs owes time, while another one waits. */
    private void oweTime() {
        shareTime();
        timeIs(T0);
        produceAll(keyed("a", "a").priority(5), keyed("slow", "slow").priority(5));
        produceAll(IntStream.range(0, 8)
                .mapToObj(i -> keyed("b-" + i, "b").priority(5))
                .toList());
        List<Job> first = consume(3);
        timeIs(T0.plusMillis(1));
        finish(first.get(0));
        finish(first.get(1));
        timeIs(T0.plusMillis(10));
        finish(first.get(2));
        assertThat(keysOfTheTube()).anyMatch(key -> key.contains(":owed"));
    }

    @Test
    default void whatAKeyOwesIsForgottenOnceOthersHadAsMuch() {
        oweTime();
        assertThat(consumed(6)).hasSize(6);
        assertThat(keysOfTheTube()).noneMatch(key -> key.contains(":owed"));
    }

    @Test
    default void nothingIsLeftOfTurnsWhenTheOrderOfKeysChanges() {
        oweTime();
        share(new KeySettings(KeyOrder.DUE_TIME, null, null, null, false, OnFailure.SKIP, null));
        assertThat(keysOfTheTube()).noneMatch(key -> key.contains(":turn") || key.contains(":owed"));
        assertThat(consume(10)).hasSize(7);
    }

    @Test
    default void aKeyThatKeepsItsOrderHasAConcurrencyOfOne() {
        share(ORDERED);
        KeyOverride three = new KeyOverride(null, 3, null, null, null, false);
        assertFails(keys().put(tube(), "a", three), ErrorCode.BAD_REQUEST);
        get(keys().put(tube(), "a", new KeyOverride(2.0, 1, null, null, null, false)));
    }

    @Test
    default void jobsOfOtherKeysMayGoBefore() {
        share(FAIR);
        produceOf("a", 2);
        assertThat(explained("a-0").reason()).isEqualTo(ExplanationReason.NEXT);
        produceOf("b", 2);
        assertThat(explained("a-0").reason()).isEqualTo(ExplanationReason.JOBS_AHEAD);
        assertThat(explained("a-1").ahead()).isEqualTo(new JobsAhead(1, true));
        assertThat(consumed(1)).containsExactly("a-0");
        assertThat(explained("a-1").ahead()).isEqualTo(new JobsAhead(0, true));
        produceAll(keyed("urgent", "c").priority(7));
        assertThat(explained("b-0").reason()).isEqualTo(ExplanationReason.JOBS_AHEAD);
        assertThat(consumed(2)).containsExactly("urgent", "b-0");
    }

    @Test
    default void runningJobsCountWhenKeysAreSwitchedOn() {
        share(KeySettings.OFF);
        produceOf("a", 4);
        produceOf("b", 1);
        List<Job> running = consume(3);
        share(new KeySettings(KeyOrder.JOBS, 2, null, null, false, OnFailure.SKIP, null));
        assertThat(ids(consume(10))).as("a has three leases of two").containsExactly("b-0");
        assertThat(explained("a-3").reason()).isEqualTo(ExplanationReason.KEY_BUSY);
        finish(running.get(0));
        assertThat(consume(10)).isEmpty();
        assertThat(explained("a-3").reason()).isEqualTo(ExplanationReason.KEY_BUSY);
        finish(running.get(1));
        assertThat(ids(consume(10))).containsExactly("a-3");
    }

    @Test
    default void runningJobsCountWhenKeysAreSwitchedOffAndOnAgain() {
        share(ONE_EACH);
        produceOf("a", 2);
        consume(1);
        share(KeySettings.OFF);
        produceAll(keyed("b-0", "b"), keyed("b-1", "b"));
        assertThat(ids(consume(2))).hasSize(2);
        share(ONE_EACH);
        assertThat(consume(10)).isEmpty();
        assertFails(broker().take(tube(), id("b-1")), ErrorCode.WRONG_STATE);
    }

    @Test
    default void nothingIsDeliveredUntilAllRunningJobsAreCounted() {
        create(TubeSettings.DEFAULT);
        produceOf("a", 1000);
        produceOf("b", 1000);
        produceAll(keyed("b-1001", "b"), keyed("b-1002", "b"));
        consume(1000);
        consume(1000);
        get(tubes().configure(
                        tube(),
                        TubeSettingsChange.of(
                                new KeySettings(KeyOrder.JOBS, 1000, null, null, false, OnFailure.SKIP, null))));
        assertFails(broker().take(tube(), id("b-1001")), ErrorCode.WRONG_STATE);
        for (int i = 0; i < 10; i++) {
            assertThat(consume(10)).isEmpty();
        }
        assertThat(get(keys().get(tube(), "a")).held()).isEqualTo(1000);
        assertThat(get(keys().get(tube(), "b")).held()).isEqualTo(1000);
    }

    private void shareByDueTime() {
        share(new KeySettings(KeyOrder.DUE_TIME, null, null, null, false, OnFailure.SKIP, null));
        timeIs(T0);
    }

    private static NewJob dueAt(NewJob job, int second) {
        return job.due(Due.at(T0.minusSeconds(1000 - second)));
    }

    @Test
    default void earlierJobGoesFirstThoughItsLaneWaitsForItsTurn() {
        shareByDueTime();
        for (int i = 1; i <= 5; i++) {
            produceAll(dueAt(keyed("a-" + i, "a"), 10 * i), dueAt(keyed("b-" + i, "b"), 10 * i + 5));
        }
        produceAll(dueAt(job("plain-1"), 11), dueAt(job("plain-2"), 53));
        assertThat(consumed(3)).containsExactly("a-1", "plain-1", "b-1");
        produceAll(dueAt(keyed("b-early", "b"), 1), dueAt(job("plain-early"), 2));
        assertThat(consumed(9))
                .containsExactly("b-early", "plain-early", "a-2", "b-2", "a-3", "b-3", "a-4", "b-4", "a-5");
        assertThat(consumed(2)).containsExactly("plain-2", "b-5");
    }

    @Test
    default void handedBackJobGoesByItsDueTime() {
        shareByDueTime();
        for (int i = 1; i <= 3; i++) {
            produceAll(
                    dueAt(keyed("a-" + i, "a"), 10 * i),
                    dueAt(keyed("b-" + i, "b"), 10 * i + 1),
                    dueAt(job("plain-" + i), 10 * i + 2));
        }
        List<Job> first = consume(4);
        assertThat(ids(first)).containsExactly("a-1", "b-1", "plain-1", "a-2");
        handBack(List.of(first.get(1), first.get(2)));
        assertThat(consumed(4)).containsExactly("b-1", "plain-1", "b-2", "plain-2");
    }

    @Test
    default void jobWithoutAKeyMayGoBeforeOneWithAKey() {
        share(FAIR);
        produceAll(job("plain"));
        produceOf("a", 1);
        assertThat(explained("a-0").ahead()).isEqualTo(new JobsAhead(0, true));
        assertThat(explained("a-0").reason()).isEqualTo(ExplanationReason.JOBS_AHEAD);
        assertThat(consumed(1)).containsExactly("plain");
        assertThat(explained("a-0").reason()).isEqualTo(ExplanationReason.NEXT);
    }

    @Test
    default void jobsWithoutAKeyThatAreDueEarlierAreCounted() {
        shareByDueTime();
        produceAll(dueAt(job("plain-1"), 1), dueAt(job("plain-2"), 2), dueAt(job("plain-3"), 30));
        produceAll(dueAt(keyed("a-0", "a"), 10));
        assertThat(explained("a-0").ahead()).isEqualTo(new JobsAhead(2, false));
        assertThat(consumed(2)).containsExactly("plain-1", "plain-2");
        assertThat(explained("a-0").reason()).isEqualTo(ExplanationReason.NEXT);
        assertThat(consumed(1)).containsExactly("a-0");
    }

    @Test
    default void jobsOfLanesMayGoFirstAfterKeysWereSwitchedOff() {
        share(FAIR);
        produceOf("a", 2);
        assertThat(consumed(1)).containsExactly("a-0");
        share(KeySettings.OFF);
        produceAll(job("plain"));
        assertThat(explained("plain").reason()).isEqualTo(ExplanationReason.JOBS_AHEAD);
    }
}
