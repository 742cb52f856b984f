package io.grape.core;

import static io.grape.core.ContractSteps.acknowledgement;
import static io.grape.core.ContractSteps.assertFailed;
import static io.grape.core.ContractSteps.assertSame;
import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** Handing back a job that was taken by its id: it is where it was before. */
public interface TakeHandBackContract extends ContractSteps {
    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"RETAINED", "GATED", "FINISHED"})
    default void aHandBackLeavesItWhereItWas(JobState from) {
        timeIs(T0);
        make("a", from);
        Look before = look("a");
        timeIs(T0.plusSeconds(1));
        Job taken = take("a");
        handBack(taken);
        assertSame(look("a"), before);
        assertFailed(acknowledge(acknowledgement(Verb.FINISH, taken.id(), taken.requireLease())), ErrorCode.LEASE_LOST);
        assertThat(take("a").requireLease().value())
                .isGreaterThan(taken.requireLease().value());
    }

    @ParameterizedTest
    @ValueSource(longs = {1024, 3})
    default void aHandBackLeavesItInItsPlace(long priority) {
        timeIs(T0);
        for (JobState state : List.of(JobState.READY, JobState.DELAYED)) {
            for (String id : List.of("1", "2", "3")) {
                Due due = state == JobState.DELAYED ? Due.at(T0.plus(HOUR)) : Due.NOW;
                produce(job(state + id).priority(priority).due(due));
            }
            handBack(take(state + "2"));
        }
        timeIs(T0.plus(HOUR));
        assertThat(drain()).containsExactly("READY1", "READY2", "READY3", "DELAYED1", "DELAYED2", "DELAYED3");
    }

    @Test
    default void whoHandsBackIsToldWhereItIs() {
        timeIs(T0);
        make("failed", JobState.FAILED);
        make("delayed", JobState.DELAYED);
        Job failed = take("failed");
        Job delayed = take("delayed");
        assertThat(acknowledge(acknowledgement(Verb.HANDBACK, failed.id(), failed.requireLease()))
                        .get())
                .isEqualTo(new Acknowledged(id("failed"), JobState.FAILED, null, null, T0));
        assertThat(acknowledge(acknowledgement(Verb.HANDBACK, delayed.id(), delayed.requireLease()))
                        .get())
                .isEqualTo(new Acknowledged(id("delayed"), JobState.DELAYED, T0.plus(HOUR), null, T0));
    }

    @Test
    default void aFailedJobThatIsHandedBackForLaterIsDelayed() {
        timeIs(T0);
        make("a", JobState.FAILED);
        Job taken = take("a");
        Acknowledgement later = new Acknowledgement.HandBack(taken.id(), taken.requireLease(), HOUR);
        assertThat(acknowledge(later).get().state()).isEqualTo(JobState.DELAYED);
        assertThat(peek("a").noe()).isEqualTo(taken.noe() - 1);
        timeIs(T0.plus(HOUR));
        handBack(consume());
        assertThat(stateOf("a")).isEqualTo(JobState.READY);
    }

    @Test
    default void howAJobFailedIsForgottenOnceItsDeliveryEnds() {
        timeIs(T0);
        make("a", JobState.FAILED);
        release(take("a"), Duration.ZERO);
        handBack(take("a"));
        assertThat(stateOf("a")).isEqualTo(JobState.READY);
        finish(consume());
        make("b", JobState.FAILED);
        timeIs(T0.plus(take("b").ttr()));
        handBack(take("b"));
        assertThat(stateOf("b")).isEqualTo(JobState.READY);
    }

    @Test
    default void failedJobsThatAreHandedBackFailInTheOrderInWhichTheyFailed() {
        timeIs(T0);
        make("first", JobState.FAILED);
        timeIs(T0.plusSeconds(1));
        make("second", JobState.FAILED);
        Job first = take("first");
        handBack(take("second"));
        handBack(first);
        assertThat(kick(1)).isEqualTo(1);
        assertThat(stateOf("first")).isEqualTo(JobState.READY);
        assertThat(stateOf("second")).isEqualTo(JobState.FAILED);
    }
}
