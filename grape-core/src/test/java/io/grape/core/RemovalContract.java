package io.grape.core;

import static io.grape.core.ContractSteps.acknowledgement;
import static io.grape.core.ContractSteps.assertFailed;
import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.assertSame;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Job;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Delete, by force or not, and discard. */
public interface RemovalContract extends ContractSteps {
    @ParameterizedTest
    @EnumSource(
            value = JobState.class,
            names = {"DELAYED", "READY", "FAILED"})
    default void aJobThatNobodyHoldsIsDeleted(JobState state) {
        make("a", state);
        get(broker().delete(tube(), id("a"), false));
        assertGone("a");
        assertThat(describe().counts().values()).containsOnly(0L);
        assertThat(describe().total(TubeCounter.DELETED)).isEqualTo(1);
        assertThat(consume(1)).isEmpty();
        assertThat(produce("a").created()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = JobState.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"GATED", "FINISHED"})
    default void forceDeletesAJobInAnyState(JobState state) {
        make("a", state);
        get(broker().delete(tube(), id("a"), true));
        assertGone("a");
        assertThat(describe().counts().values()).containsOnly(0L);
        assertThat(describe().total(TubeCounter.DELETED)).isEqualTo(1);
    }

    @Test
    default void aRetainedJobIsDeletedByForceOnly() {
        Job handed = make("a", JobState.RETAINED);
        Look before = look("a");
        assertFails(broker().delete(tube(), id("a"), false), ErrorCode.WRONG_STATE);
        assertSame(look("a"), before);
        get(broker().delete(tube(), id("a"), true));
        assertFailed(
                acknowledge(acknowledgement(Verb.FINISH, handed.id(), handed.requireLease())), ErrorCode.JOB_NOT_FOUND);
    }

    @Test
    default void aJobWhoseLeaseRanOutIsReadyToADelete() {
        timeIs(T0);
        handOut(job("a").ttr(Duration.ofSeconds(1)));
        timeIs(T0.plusSeconds(1));
        assertFails(broker().discard(tube(), id("a")), ErrorCode.WRONG_STATE);
        get(broker().delete(tube(), id("a"), false));
        assertGone("a");
        assertThat(expireLeases().expired()).isZero();
    }

    @Test
    default void aFailedJobIsDiscarded() {
        make("a", JobState.FAILED);
        get(broker().discard(tube(), id("a")));
        assertGone("a");
        Map<TubeCounter, Long> totals = describe().totals();
        assertThat(totals).containsEntry(TubeCounter.DISCARDED, 1L).containsEntry(TubeCounter.DELETED, 0L);
        assertThat(describe().counts().values()).containsOnly(0L);
    }

    @ParameterizedTest
    @EnumSource(
            value = JobState.class,
            names = {"DELAYED", "READY", "RETAINED"})
    default void onlyAFailedJobIsDiscarded(JobState state) {
        make("a", state);
        Look before = look("a");
        assertFails(broker().discard(tube(), id("a")), ErrorCode.WRONG_STATE);
        assertSame(look("a"), before);
    }

    @Test
    default void whatIsNotThereCannotBeRemoved() {
        assertFails(broker().delete(tube(), id("a"), true), ErrorCode.TUBE_NOT_FOUND);
        assertFails(broker().discard(tube(), id("a")), ErrorCode.TUBE_NOT_FOUND);
        assertFails(broker().peek(tube(), id("a")), ErrorCode.TUBE_NOT_FOUND);
        create(TubeSettings.DEFAULT);
        assertFails(broker().delete(tube(), id("a"), true), ErrorCode.JOB_NOT_FOUND);
        assertFails(broker().discard(tube(), id("a")), ErrorCode.JOB_NOT_FOUND);
        assertFails(broker().peek(tube(), id("a")), ErrorCode.JOB_NOT_FOUND);
    }
}
