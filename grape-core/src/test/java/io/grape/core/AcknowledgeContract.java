package io.grape.core;

import static io.grape.core.ContractSteps.acknowledgement;
import static io.grape.core.ContractSteps.assertFailed;
import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.assertSame;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Acknowledged;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Finish, release, bury, touch and hand-back: what a lease allows, and what the loss of it forbids. */
public interface AcknowledgeContract extends ContractSteps {
    private static NewJob brief(String id) {
        return job(id).ttr(Duration.ofSeconds(10));
    }

    @Test
    default void aFinishedJobIsGoneAndFinishingItAgainFindsNothing() {
        timeIs(T0);
        Job handed = handOut(job("a"));
        assertThat(finish(handed)).isEqualTo(new Acknowledged(id("a"), null, null, null, T0));
        assertGone("a");
        assertFailed(
                acknowledge(acknowledgement(Verb.FINISH, handed.id(), handed.requireLease())), ErrorCode.JOB_NOT_FOUND);
        Tube tube = describe();
        assertThat(tube.counts().values()).containsOnly(0L);
        assertThat(tube.total(TubeCounter.FINISHED)).isEqualTo(1);
    }

    @Test
    default void aReleasedJobWaitsForItsDelay() {
        timeIs(T0);
        Job handed = handOut(job("a"));
        timeIs(T0.plusSeconds(1));
        assertThat(release(handed, Duration.ofSeconds(5)))
                .isEqualTo(new Acknowledged(id("a"), JobState.DELAYED, T0.plusSeconds(6), null, T0.plusSeconds(1)));
        Job seen = peek("a");
        assertThat(seen.delay()).isEqualTo(Duration.ofSeconds(5));
        assertThat(seen.noe()).isEqualTo(1);
        assertThat(seen.lease()).isNull();
        assertThat(seen.createdAt()).isEqualTo(T0);
        timeIs(T0.plusSeconds(6));
        assertThat(consume().noe()).isEqualTo(2);
        assertThat(describe().total(TubeCounter.RELEASED)).isEqualTo(1);
    }

    @Test
    default void aJobReleasedWithoutADelayIsReady() {
        timeIs(T0);
        assertThat(release(handOut(job("a")), Duration.ZERO))
                .isEqualTo(new Acknowledged(id("a"), JobState.READY, T0, null, T0));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    default void aReleaseOnTheLastAttemptFailsTheJob(int attempts) {
        produce(job("a").maxAttempts(attempts));
        for (int run = 1; run < attempts; run++) {
            assertThat(release(consume(), Duration.ZERO).state()).isEqualTo(JobState.READY);
        }
        assertThat(release(consume(), HOUR).state()).isEqualTo(JobState.FAILED);
        Job failed = peek("a");
        assertThat(failed.state()).isEqualTo(JobState.FAILED);
        assertThat(failed.reason()).isEqualTo("attempts are spent");
        assertThat(failed.noe()).isEqualTo(attempts);
        Tube tube = describe();
        assertThat(tube.total(TubeCounter.RELEASED)).isEqualTo(attempts - 1L);
        assertThat(tube.total(TubeCounter.BURIED)).isEqualTo(1);
    }

    @Test
    default void anEndlessJobIsReleasedForEver() {
        produce(job("a").maxAttempts(0));
        for (int run = 1; run <= 30; run++) {
            assertThat(release(consume(), Duration.ZERO).state()).isEqualTo(JobState.READY);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "disk full", "Größe: 12 › 10 ☂"})
    default void aBuriedJobTellsWhy(String reason) {
        timeIs(T0);
        Job handed = handOut(job("a"));
        assertThat(bury(handed, reason)).isEqualTo(new Acknowledged(id("a"), JobState.FAILED, null, null, T0));
        Job failed = peek("a");
        assertThat(failed.reason()).isEqualTo(reason);
        assertThat(failed.dueAt()).isEqualTo(T0);
        assertThat(failed.lease()).isNull();
        assertThat(consume(1)).isEmpty();
        assertThat(describe().total(TubeCounter.BURIED)).isEqualTo(1);
    }

    @Test
    default void theLongestReasonSurvives() {
        String reason = "ü".repeat(Limits.MAX_REASON_CHARS);
        bury(handOut(job("a")), reason);
        assertThat(peek("a").reason()).isEqualTo(reason);
    }

    @Test
    default void aTouchRenewsTheLeaseFromNow() {
        timeIs(T0);
        Job handed = handOut(brief("a"));
        for (int second = 9; second < 60; second += 9) {
            timeIs(T0.plusSeconds(second));
            assertThat(touch(handed).leaseUntil()).isEqualTo(T0.plusSeconds(second + 10));
            assertThat(peek("a").leaseUntil()).isEqualTo(T0.plusSeconds(second + 10));
        }
        assertThat(peek("a").lease()).isEqualTo(handed.lease());
        assertThat(peek("a").noe()).isEqualTo(1);
        assertThat(consume(1)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Verb.class,
            names = {"FINISH", "RELEASE", "BURY", "TOUCH", "HANDBACK"})
    default void aLeaseThatPassedToAnotherChangesNothing(Verb verb) {
        timeIs(T0);
        Job stale = handOut(brief("a"));
        timeIs(T0.plusSeconds(10));
        consume();
        Look before = look("a");
        assertFailed(acknowledge(acknowledgement(verb, stale.id(), stale.requireLease())), ErrorCode.LEASE_LOST);
        assertSame(look("a"), before);
    }

    @ParameterizedTest
    @EnumSource(
            value = Verb.class,
            names = {"FINISH", "RELEASE", "BURY", "TOUCH", "HANDBACK"})
    default void aLeaseThatWasGivenBackChangesNothing(Verb verb) {
        Job stale = handOut(job("a"));
        release(stale, HOUR);
        Look before = look("a");
        assertFailed(acknowledge(acknowledgement(verb, stale.id(), stale.requireLease())), ErrorCode.LEASE_LOST);
        assertSame(look("a"), before);
    }

    @ParameterizedTest
    @EnumSource(
            value = Verb.class,
            names = {"FINISH", "RELEASE", "BURY", "TOUCH", "HANDBACK"})
    default void aLeaseThatNobodyWasGivenChangesNothing(Verb verb) {
        Job handed = handOut(job("a"));
        Look before = look("a");
        Lease higher = new Lease(handed.requireLease().value() + 1);
        assertFailed(acknowledge(acknowledgement(verb, handed.id(), higher)), ErrorCode.LEASE_LOST);
        assertSame(look("a"), before);
    }

    @ParameterizedTest
    @EnumSource(
            value = Verb.class,
            names = {"FINISH", "RELEASE", "BURY", "TOUCH", "HANDBACK"})
    default void aJobThatIsNotThereIsNotFound(Verb verb) {
        create(TubeSettings.DEFAULT);
        assertFailed(acknowledge(acknowledgement(verb, id("nobody"), new Lease(7))), ErrorCode.JOB_NOT_FOUND);
        assertThat(describe().totals().values()).containsOnly(0L);
    }

    @ParameterizedTest
    @EnumSource(
            value = Verb.class,
            names = {"FINISH", "RELEASE", "BURY", "TOUCH", "HANDBACK"})
    default void aTubeThatIsNotThereIsNotFound(Verb verb) {
        assertFails(
                broker().acknowledge(tube(), List.of(acknowledgement(verb, id("a"), new Lease(7)))),
                ErrorCode.TUBE_NOT_FOUND);
        assertThat(get(tubes().names())).doesNotContain(tube());
    }

    @ParameterizedTest
    @EnumSource(
            value = Verb.class,
            names = {"FINISH", "RELEASE", "BURY", "TOUCH", "HANDBACK"})
    default void theCurrentLeaseSpeaksForWhoeverHoldsIt(Verb verb) {
        handOut(job("a"));
        acknowledge(acknowledgement(verb, id("a"), Lease.CURRENT)).get();
    }

    @ParameterizedTest
    @EnumSource(
            value = Verb.class,
            names = {"FINISH", "RELEASE", "BURY", "TOUCH", "HANDBACK"})
    default void nobodyHoldsAJobThatWasNeverHandedOut(Verb verb) {
        produce("a");
        Look before = look("a");
        assertFailed(acknowledge(acknowledgement(verb, id("a"), Lease.CURRENT)), ErrorCode.LEASE_LOST);
        assertSame(look("a"), before);
    }

    @ParameterizedTest
    @EnumSource(
            value = Verb.class,
            names = {"RELEASE", "BURY", "TOUCH", "HANDBACK"})
    default void aLeaseThatRanOutMayOnlyFinish(Verb verb) {
        timeIs(T0);
        Job late = handOut(brief("a"));
        timeIs(T0.plusSeconds(10));
        for (boolean migrated : List.of(false, true)) {
            if (migrated) {
                assertThat(expireLeases().expired()).isEqualTo(1);
            }
            Look before = look("a");
            assertThat(before.job().state()).isEqualTo(JobState.READY);
            for (Lease lease : List.of(late.requireLease(), Lease.CURRENT)) {
                assertFailed(acknowledge(acknowledgement(verb, late.id(), lease)), ErrorCode.LEASE_LOST);
                assertSame(look("a"), before);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    default void aLeaseThatRanOutMayFinish(boolean migrated) {
        timeIs(T0);
        Job late = handOut(brief("a"));
        timeIs(T0.plusSeconds(30));
        if (migrated) {
            assertThat(expireLeases().expired()).isEqualTo(1);
        }
        finish(late);
        assertGone("a");
        assertThat(describe().total(TubeCounter.FINISHED)).isEqualTo(1);
        assertThat(describe().counts().values()).containsOnly(0L);
    }

    @Test
    default void aLeaseThatRanOutMayFinishUntilTheJobIsHandedOutAgain() {
        timeIs(T0);
        Job late = handOut(brief("a"));
        timeIs(T0.plusSeconds(30));
        Job again = consume();
        release(again, Duration.ZERO);
        assertFailed(acknowledge(acknowledgement(Verb.FINISH, late.id(), late.requireLease())), ErrorCode.LEASE_LOST);
        assertThat(stateOf("a")).isEqualTo(JobState.READY);
    }

    @Test
    default void aLeaseRunsUntilItsDeadlineAndNotALonger() {
        timeIs(T0);
        Job handed = handOut(brief("a"));
        timeIs(T0.plusMillis(9999));
        assertThat(stateOf("a")).isEqualTo(JobState.RETAINED);
        touch(handed);
        timeIs(T0.plusMillis(19_999));
        assertThat(stateOf("a")).isEqualTo(JobState.READY);
        assertFailed(
                acknowledge(acknowledgement(Verb.TOUCH, handed.id(), handed.requireLease())), ErrorCode.LEASE_LOST);
    }
}
