package io.grape.core;

import static io.grape.core.ContractSteps.acknowledgement;
import static io.grape.core.ContractSteps.assertFailed;
import static io.grape.core.ContractSteps.assertSame;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static io.grape.core.ContractSteps.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A hand-out whose consumer never got it, or did not begin it, is undone. */
public interface HandBackContract extends ContractSteps {
    @ParameterizedTest
    @ValueSource(longs = {1024, 3})
    default void aHandOutThatNobodyGotNeverHappened(long priority) {
        timeIs(T0);
        produceAll(
                job("before").priority(priority),
                job("a").priority(priority),
                job("after").priority(priority));
        consume(1);
        Look before = look("a");
        handBack(consume(1));
        assertSame(look("a"), before);
        assertThat(drain()).containsExactly("a", "after");
    }

    @Test
    default void theOrderOfWhatIsGivenBackIsAsItWas() {
        produceAll(jobs(300).toArray(NewJob[]::new));
        List<Job> handed = consume(300);
        handBack(handed);
        assertThat(drain()).containsExactlyElementsOf(ids(handed));
    }

    @Test
    default void anEarlierRunStaysCounted() {
        produce("a");
        release(consume(), Duration.ZERO);
        handBack(consume(1));
        assertThat(peek("a").noe()).isEqualTo(1);
        assertThat(consume().noe()).isEqualTo(2);
    }

    @Test
    default void theLastAttemptIsGivenBackToo() {
        produce(job("a").maxAttempts(1));
        handBack(consume(1));
        assertThat(consume().noe()).isEqualTo(1);
    }

    @Test
    default void theLeaseThatWasGivenBackIsLost() {
        Job handed = handOut(job("a"));
        handBack(handed);
        assertFailed(
                acknowledge(acknowledgement(Verb.FINISH, handed.id(), handed.requireLease())), ErrorCode.LEASE_LOST);
        assertThat(consume().requireLease().value())
                .isGreaterThan(handed.requireLease().value());
    }

    @Test
    default void givingBackTwiceGivesBackOnce() {
        List<Job> handed = List.of(handOut(job("a")));
        handBack(handed);
        Look before = look("a");
        handBack(handed);
        assertSame(look("a"), before);
    }

    @Test
    default void aLeaseThatWasLostMeanwhileStaysAsItIs() {
        timeIs(T0);
        Job stale = handOut(job("a").ttr(Duration.ofSeconds(1)));
        timeIs(T0.plusSeconds(2));
        consume();
        Look before = look("a");
        handBack(stale);
        assertSame(look("a"), before);
    }

    @Test
    default void aJobThatIsGoneMeanwhileStaysGone() {
        Job handed = handOut(job("a"));
        finish(handed);
        handBack(handed);
        assertGone("a");
        assertThat(describe().total(TubeCounter.CONSUMED)).isEqualTo(1);
        get(tubes().delete(tube()));
        handBack(handed);
        assertThat(get(tubes().names())).doesNotContain(tube());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    default void aLeaseThatRanOutIsNotGivenBack(boolean migrated) {
        timeIs(T0);
        Job handed = handOut(job("a").ttr(Duration.ofSeconds(1)));
        timeIs(T0.plusSeconds(1));
        if (migrated) {
            expireLeases();
        }
        Look before = look("a");
        handBack(handed);
        assertSame(look("a"), before);
        assertThat(peek("a").noe()).isEqualTo(1);
    }

    @Test
    default void whoHandsBackIsToldWhatBecameOfEachJob() {
        timeIs(T0);
        produceAll(job("a"), job("b"), job("late").ttr(Duration.ofSeconds(1)), job("gone"));
        List<Job> handed = consume(4);
        finish(handed.get(3));
        timeIs(T0.plusSeconds(1));
        List<ItemResult<Acknowledged>> outcomes = acknowledge(handed.stream()
                .map(job -> acknowledgement(Verb.HANDBACK, job.id(), job.requireLease()))
                .toList());
        assertThat(outcomes.get(0).get())
                .isEqualTo(new Acknowledged(id("a"), JobState.READY, T0, null, T0.plusSeconds(1)));
        assertThat(outcomes.get(1).get().id()).isEqualTo(id("b"));
        assertFailed(outcomes.get(2), ErrorCode.LEASE_LOST);
        assertFailed(outcomes.get(3), ErrorCode.JOB_NOT_FOUND);
        assertThat(describe().total(TubeCounter.CONSUMED)).isEqualTo(2);
    }

    @Test
    default void handingBackMixesWithOtherAcknowledgements() {
        produceAll(jobs(6).toArray(NewJob[]::new));
        List<Job> handed = consume(6);
        Verb[] verbs = {Verb.FINISH, Verb.HANDBACK, Verb.TOUCH};
        List<Acknowledgement> all = new ArrayList<>();
        for (int i = 0; i < handed.size(); i++) {
            Job job = handed.get(i);
            all.add(acknowledgement(verbs[i % 3], job.id(), job.requireLease()));
        }
        assertThat(acknowledge(all).stream().map(outcome -> outcome.get().state()))
                .containsExactly(null, JobState.READY, JobState.RETAINED, null, JobState.READY, JobState.RETAINED);
        assertThat(drain()).containsExactly("job-1", "job-4");
    }

    @Test
    default void aJobThatIsHandedBackTwiceInABatchIsLostTheSecondTime() {
        Job handed = handOut(job("a"));
        Acknowledgement back = acknowledgement(Verb.HANDBACK, handed.id(), handed.requireLease());
        List<ItemResult<Acknowledged>> outcomes = acknowledge(List.of(back, back));
        assertThat(outcomes.get(0).get().state()).isEqualTo(JobState.READY);
        assertFailed(outcomes.get(1), ErrorCode.LEASE_LOST);
        assertThat(describe().total(TubeCounter.CONSUMED)).isZero();
    }

    @Test
    default void aHandOutFromBeforeTheClockWasSetBackIsGivenBackToItsDueTime() {
        timeIs(T0);
        Job handed = handOut(job("a"));
        timeIs(T0.minusSeconds(1));
        assertThat(acknowledge(acknowledgement(Verb.HANDBACK, handed.id(), handed.requireLease()))
                        .get())
                .isEqualTo(new Acknowledged(id("a"), JobState.DELAYED, T0, null, T0.minusSeconds(1)));
        assertThat(stateOf("a")).isEqualTo(JobState.DELAYED);
    }

    private Acknowledged snooze(Job job, Duration delay) {
        return acknowledge(new Acknowledgement.HandBack(job.id(), job.requireLease(), delay))
                .get();
    }

    @ParameterizedTest
    @ValueSource(longs = {1024, 3})
    default void aJobThatIsHandedBackForLaterIsDelayedAndUncounted(long priority) {
        timeIs(T0);
        produce(job("a").priority(priority).maxAttempts(1));
        Job handed = consume();
        Duration minute = Duration.ofMinutes(1);
        assertThat(snooze(handed, minute))
                .isEqualTo(new Acknowledged(id("a"), JobState.DELAYED, T0.plus(minute), null, T0));
        assertThat(peek("a").noe()).isZero();
        assertThat(peek("a").delay()).isEqualTo(minute);
        assertThat(peek("a").priority()).isEqualTo(priority);
        assertThat(describe().total(TubeCounter.CONSUMED)).isZero();
        assertThat(describe().total(TubeCounter.RELEASED)).isZero();
        assertThat(consume(1)).isEmpty();
        assertFailed(
                acknowledge(acknowledgement(Verb.FINISH, handed.id(), handed.requireLease())), ErrorCode.LEASE_LOST);
        timeIs(T0.plus(minute));
        Job again = consume();
        assertThat(again.noe()).isEqualTo(1);
        finish(again);
        assertGone("a");
    }

    @Test
    default void aJobThatIsHandedBackForLaterManyTimesIsNeverSpent() {
        timeIs(T0);
        produce(job("a").maxAttempts(2));
        release(consume(), Duration.ZERO);
        for (int look = 1; look <= 100; look++) {
            Job handed = consume();
            assertThat(handed.noe()).isEqualTo(2);
            assertThat(snooze(handed, Duration.ofSeconds(1)).state()).isEqualTo(JobState.DELAYED);
            timeIs(T0.plusSeconds(look));
        }
        assertThat(consume().noe()).isEqualTo(2);
    }

    @Test
    default void whatIsHandedBackForLaterKeepsItsOrderBehindWhatIsDueThen() {
        timeIs(T0);
        produceAll(job("a"), job("b"), job("c"));
        List<Job> handed = consume(3);
        Duration minute = Duration.ofMinutes(1);
        produce(job("d").due(Due.after(minute)));
        List<Acknowledgement> all = new ArrayList<>();
        all.add(new Acknowledgement.HandBack(handed.get(0).id(), handed.get(0).requireLease(), minute));
        all.add(new Acknowledgement.HandBack(handed.get(1).id(), handed.get(1).requireLease(), Duration.ZERO));
        all.add(new Acknowledgement.HandBack(handed.get(2).id(), handed.get(2).requireLease(), minute));
        assertThat(acknowledge(all).stream().map(outcome -> outcome.get().state()))
                .containsExactly(JobState.DELAYED, JobState.READY, JobState.DELAYED);
        timeIs(T0.plus(minute));
        assertThat(drain()).containsExactly("b", "d", "a", "c");
    }
}
