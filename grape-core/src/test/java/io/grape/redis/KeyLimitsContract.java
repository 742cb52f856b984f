package io.grape.redis;

import static io.grape.core.ContractSteps.assertFailed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static io.grape.redis.KeySteps.keyed;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.ItemResult;
import io.grape.core.JobState;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Explanation;
import io.grape.core.job.ExplanationReason;
import io.grape.core.job.Job;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Produced;
import io.grape.core.key.KeyOrder;
import io.grape.core.key.KeyOverride;
import io.grape.core.key.KeySettings;
import io.grape.core.key.OnFailure;
import io.grape.core.tube.RetrySettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a key may have at once, how fast, and in which order its jobs come. */
interface KeyLimitsContract extends KeySteps {
    @Test
    default void limitsAloneKeepTheOrderOfDueTimes() {
        share(new KeySettings(KeyOrder.DUE_TIME, 2, null, null, false, OnFailure.SKIP, null));
        timeIs(T0);
        for (int i = 0; i < 6; i++) {
            timeIs(T0.plusMillis(i));
            produceAll(keyed("j-" + i, i % 3 == 2 ? "b" : "a"));
        }
        timeIs(T0.plusMillis(10));
        assertThat(consumed(6)).containsExactly("j-0", "j-1", "j-2", "j-5");
    }

    @Test
    default void aKeyHasNoMoreLeasesThanItMay() {
        share(ONE_EACH);
        produceOf("a", 3);
        produceOf("b", 2);
        List<Job> first = consume(10);
        assertThat(ids(first)).containsExactlyInAnyOrder("a-0", "b-0");
        assertThat(explained("a-1").reason()).isEqualTo(ExplanationReason.KEY_BUSY);
        finish(first.get(0));
        List<Job> second = consume(10);
        assertThat(second).hasSize(1);
        bury(second.get(0), "no");
        release(first.get(1), Duration.ZERO);
        assertThat(consume(10)).hasSize(2);
    }

    @Test
    default void aLeaseThatRunsOutFreesItsKey() {
        share(ONE_EACH);
        timeIs(T0);
        produceOf("a", 2);
        assertThat(consume(10)).hasSize(1);
        timeIs(T0.plusSeconds(59));
        assertThat(consume(10)).isEmpty();
        timeIs(T0.plusSeconds(61));
        assertThat(consume(10)).hasSize(1);
    }

    @Test
    default void aTouchKeepsAKeyBusy() {
        share(ONE_EACH);
        timeIs(T0);
        produceOf("a", 2);
        Job held = consume(10).get(0);
        timeIs(T0.plusSeconds(50));
        acknowledge(new Acknowledgement.Touch(held.id(), held.requireLease())).get();
        timeIs(T0.plusSeconds(61));
        assertThat(consume(10)).isEmpty();
        timeIs(T0.plusSeconds(111));
        assertThat(consume(10)).hasSize(1);
    }

    @Test
    default void aKeyIsDeliveredAsFastAsItMay() {
        share(new KeySettings(KeyOrder.JOBS, null, 10.0, 2, false, OnFailure.SKIP, null));
        timeIs(T0);
        produceOf("a", 10);
        produceOf("b", 1);
        assertThat(ids(consume(10))).containsExactlyInAnyOrder("a-0", "a-1", "b-0");
        assertThat(explained("a-2").reason()).isEqualTo(ExplanationReason.KEY_RATE_LIMITED);
        timeIs(T0.plusMillis(99));
        assertThat(consume(10)).isEmpty();
        timeIs(T0.plusMillis(100));
        assertThat(ids(consume(10))).containsExactly("a-2");
        timeIs(T0.plusMillis(1000));
        assertThat(ids(consume(10))).containsExactly("a-3", "a-4");
    }

    @Test
    default void anOverrideCountsForTheBacklog() {
        share(FAIR);
        produceOf("a", 5);
        get(keys().put(tube(), "a", new KeyOverride(null, 1, null, null, null, false)));
        assertThat(consume(10)).hasSize(1);
        get(keys().put(tube(), "a", new KeyOverride(null, 3, null, null, null, false)));
        assertThat(consume(10)).hasSize(2);
        get(keys().delete(tube(), "a"));
        assertThat(consume(10)).hasSize(2);
    }

    @Test
    default void aPausedKeyIsPassedOver() {
        share(FAIR);
        produceOf("a", 2);
        produceOf("b", 1);
        override("a", null, true);
        assertThat(ids(consume(10))).containsExactly("b-0");
        produceOf("c", 1);
        assertThat(ids(consume(10))).containsExactly("c-0");
        assertThat(explained("a-1").reason()).isEqualTo(ExplanationReason.KEY_PAUSED);
        override("a", null, false);
        assertThat(ids(consume(10))).containsExactly("a-0", "a-1");
    }

    @Test
    default void aKeyRestsAsAWorkerAsks() {
        share(FAIR);
        timeIs(T0);
        produceOf("a", 2);
        Job first = consume(1).get(0);
        var rest = new Acknowledgement.Release(
                first.id(), first.requireLease(), Duration.ZERO, null, Duration.ofSeconds(5));
        assertThat(acknowledge(rest).get().state()).isEqualTo(JobState.READY);
        assertThat(consume(10)).isEmpty();
        assertThat(explained("a-0").reason()).isEqualTo(ExplanationReason.KEY_PAUSED_BY_WORKER);
        assertThat(peek("a-0").noe()).isZero();
        timeIs(T0.plusSeconds(5));
        assertThat(ids(consume(10))).hasSize(2);
    }

    @Test
    default void aShorterRestLeavesALongerOneAsItIs() {
        share(FAIR);
        timeIs(T0);
        produceOf("a", 2);
        List<Job> both = consume(2);
        for (int i = 0; i < 2; i++) {
            Job one = both.get(i);
            acknowledge(new Acknowledgement.Release(
                            one.id(), one.requireLease(), Duration.ZERO, null, Duration.ofSeconds(5 - 4 * i)))
                    .get();
        }
        timeIs(T0.plusSeconds(4));
        assertThat(consume(10)).isEmpty();
        timeIs(T0.plusSeconds(5));
        assertThat(consume(10)).hasSize(2);
    }

    @Test
    default void onlyAKeyRests() {
        share(FAIR);
        produceAll(job("plain"));
        Job plain = consume();
        var rest = new Acknowledgement.Release(
                plain.id(), plain.requireLease(), Duration.ZERO, null, Duration.ofSeconds(5));
        assertFailed(acknowledge(rest), ErrorCode.WRONG_STATE);
        assertThat(stateOf("plain")).isEqualTo(JobState.RETAINED);
    }

    @Test
    default void anOrderedKeyIsNeverOvertaken() {
        share(ORDERED);
        timeIs(T0);
        produceOf("a", 3);
        Job first = consume(10).get(0);
        assertThat(first.id()).isEqualTo(id("a-0"));
        release(first, Duration.ofSeconds(10));
        timeIs(T0.plusSeconds(9));
        assertThat(consume(10)).isEmpty();
        timeIs(T0.plusSeconds(10));
        assertThat(ids(consume(10))).containsExactly("a-0");
        timeIs(T0.plusSeconds(71));
        Job again = consume(10).get(0);
        assertThat(again.id()).isEqualTo(id("a-0"));
        bury(again, "no");
        Job second = consume(10).get(0);
        assertThat(second.id()).isEqualTo(id("a-1"));
        get(broker().kick(tube(), id("a-0"), Duration.ZERO));
        finish(second);
        assertThat(ids(consume(10))).containsExactly("a-0");
    }

    @Test
    default void anOrderedKeyKeepsTheOrderOfOneMillisecondWhileItsFirstJobIsUnderALease() {
        share(ORDERED);
        timeIs(T0);
        produceAll(keyed("z", "a"));
        Job first = consume();
        produceAll(keyed("y", "a"));
        release(first, Duration.ZERO);
        Job again = consume();
        assertThat(again.id()).isEqualTo(id("z"));
        produceAll(keyed("x", "a"));
        finish(again);
        Job second = consume();
        assertThat(second.id()).isEqualTo(id("y"));
        finish(second);
        assertThat(ids(consume(10))).containsExactly("x");
    }

    @Test
    default void anOrderedKeyWaitsForAFailedJob() {
        share(BLOCKING);
        produceOf("a", 2);
        bury(consume(10).get(0), "no");
        assertThat(consume(10)).isEmpty();
        assertThat(explained("a-1").reason()).isEqualTo(ExplanationReason.KEY_BLOCKED);
        assertThat(explained("a-1").detail()).contains("a-0");
        get(broker().delete(tube(), id("a-0"), false));
        assertThat(ids(consume(10))).containsExactly("a-1");
    }

    @Test
    default void noPriorityIsChangedWhereOrderIsKept() {
        share(ORDERED);
        produceOf("a", 1);
        Job first = consume(10).get(0);
        assertFailed(
                acknowledge(new Acknowledgement.Release(first.id(), first.requireLease(), Duration.ZERO, 5L)),
                ErrorCode.BAD_REQUEST);
        assertFailed(
                acknowledge(new Acknowledgement.Bury(first.id(), first.requireLease(), "no", 5L)),
                ErrorCode.BAD_REQUEST);
        finish(first);
    }

    private static KeySettings upTo(long jobs) {
        return new KeySettings(KeyOrder.JOBS, null, null, null, false, OnFailure.SKIP, jobs);
    }

    @Test
    default void noJobIsReplacedByOneOfAKeyThatIsFull() {
        share(upTo(1));
        produceAll(keyed("a", "k"), keyed("b", "l"), job("plain"));
        for (OnDuplicate mode : List.of(OnDuplicate.REPLACE, OnDuplicate.DEBOUNCE)) {
            assertFailed(produceAll(List.of(keyed("b", "k").onDuplicate(mode))).get(0), ErrorCode.TUBE_FULL);
            assertFailed(
                    produceAll(List.of(keyed("plain", "k").onDuplicate(mode))).get(0), ErrorCode.TUBE_FULL);
            assertThat(produce(keyed("a", "k").onDuplicate(mode)).created()).isFalse();
        }
        List<ItemResult<Produced>> made = produceAll(List.of(
                keyed("a", "m").onDuplicate(OnDuplicate.REPLACE),
                keyed("b", "k").onDuplicate(OnDuplicate.REPLACE),
                keyed("plain", "k").onDuplicate(OnDuplicate.REPLACE),
                keyed("c", "l")));
        made.get(0).get();
        made.get(1).get();
        assertFailed(made.get(2), ErrorCode.TUBE_FULL);
        made.get(3).get();
    }

    @Test
    default void failedJobIsNotReplacedIntoAKeyThatIsFull() {
        share(upTo(1));
        produceAll(keyed("failed", "k"));
        bury(consume(1).get(0), "no");
        produceAll(keyed("a", "k"));
        assertFailed(
                produceAll(List.of(keyed("failed", "k").onDuplicate(OnDuplicate.REPLACE)))
                        .get(0),
                ErrorCode.TUBE_FULL);
        finish(consume(1).get(0));
        assertThat(produce(keyed("failed", "k").onDuplicate(OnDuplicate.REPLACE))
                        .created())
                .isFalse();
    }

    @Test
    default void successorIsNotOfAnotherKeyThatIsFull() {
        share(upTo(1));
        produceAll(keyed("a", "k"), keyed("b", "l"));
        Job held = take("a");
        assertFailed(
                produceAll(List.of(keyed("a", "l").onDuplicate(OnDuplicate.DEBOUNCE)))
                        .get(0),
                ErrorCode.TUBE_FULL);
        assertThat(produce(keyed("a", "k").onDuplicate(OnDuplicate.DEBOUNCE)).successor())
                .isTrue();
        finish(held);
        assertFailed(produceAll(List.of(keyed("c", "k"))).get(0), ErrorCode.TUBE_FULL);
    }

    @Test
    default void keyThatWaitsForTheRetryOfAJobSaysSo() {
        share(ORDERED);
        RetrySettings retry = new RetrySettings(Duration.ofSeconds(5), Duration.ofSeconds(5), 1, 0);
        get(tubes().configure(tube(), TubeSettingsChange.of(retry)));
        timeIs(T0);
        produceOf("a", 2);
        Job first = consume(1).get(0);
        acknowledge(new Acknowledgement.Release(first.id(), first.requireLease(), null, null))
                .get();
        Explanation waits = explained("a-1");
        assertThat(waits.reason()).isEqualTo(ExplanationReason.KEY_DELAYED);
        assertThat(Objects.requireNonNull(waits.key()).until()).isEqualTo(T0.plusSeconds(5));
        assertThat(waits.detail()).contains("the tube's retry").doesNotContain("worker asked");
        timeIs(T0.plusMillis(4999));
        assertThat(consume(1)).isEmpty();
        timeIs(T0.plusSeconds(5));
        assertThat(ids(consume(1))).containsExactly("a-0");
    }

    @Test
    default void keyThatAWorkerPausesForLongerThanADelaySaysSo() {
        share(ORDERED);
        timeIs(T0);
        produceOf("a", 2);
        Job first = consume(1).get(0);
        acknowledge(new Acknowledgement.HandBack(first.id(), first.requireLease(), Duration.ofSeconds(5)))
                .get();
        assertThat(explained("a-1").reason()).isEqualTo(ExplanationReason.KEY_DELAYED);
        timeIs(T0.plusSeconds(5));
        Job again = consume(1).get(0);
        acknowledge(new Acknowledgement.Release(again.id(), again.requireLease(), Duration.ZERO, null, HOUR))
                .get();
        assertThat(explained("a-1").reason()).isEqualTo(ExplanationReason.KEY_PAUSED_BY_WORKER);
        assertThat(Objects.requireNonNull(explained("a-1").key()).until())
                .isEqualTo(T0.plusSeconds(5).plus(HOUR));
    }

    @Test
    default void aKeyHoldsNoMoreJobsThanItMay() {
        share(new KeySettings(KeyOrder.JOBS, null, null, null, false, OnFailure.SKIP, 2L));
        List<ItemResult<Produced>> made = produceAll(
                List.of(keyed("a", "k"), keyed("b", "k"), keyed("c", "k"), keyed("d", "l"), keyed("a", "k")));
        assertFailed(made.get(2), ErrorCode.TUBE_FULL);
        assertThat(made.get(3).get().created()).isTrue();
        assertThat(made.get(4).get().created()).isFalse();
        finish(consume(1).get(0));
    }

    @Test
    default void aJobThatIsTakenByItsIdHoldsItsKey() {
        share(ONE_EACH);
        produceOf("a", 2);
        Job taken = take("a-1");
        assertThat(consume(1)).isEmpty();
        finish(taken);
        assertThat(ids(consume(1))).containsExactly("a-0");
    }
}
