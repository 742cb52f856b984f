package io.grape.core;

import static io.grape.core.ContractSteps.assertFailed;
import static io.grape.core.ContractSteps.assertSame;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Payload;
import io.grape.core.job.Produced;
import io.grape.core.tube.Tube;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a produce does whose id is live. */
public interface DuplicateContract extends ContractSteps {
    private static NewJob again(OnDuplicate choice) {
        return NewJob.of(id("a"), new Payload("new".getBytes(UTF_8), "text/plain"))
                .due(Due.after(Duration.ofSeconds(90)))
                .priority(3)
                .ttr(Duration.ofSeconds(5))
                .maxAttempts(9)
                .onDuplicate(choice);
    }

    @ParameterizedTest
    @EnumSource(
            value = JobState.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"GATED", "FINISHED"})
    default void keepChangesNothingAndSaysSo(JobState state) {
        Job live = make("a", state);
        Look before = look("a");
        Produced answer = produce(again(OnDuplicate.KEEP));
        boolean waiting = state == JobState.DELAYED || state == JobState.READY;
        assertThat(answer).isEqualTo(new Produced(id("a"), state, false, waiting ? live.dueAt() : null));
        assertSame(look("a"), before);
    }

    @ParameterizedTest
    @EnumSource(
            value = JobState.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"GATED", "FINISHED"})
    default void rejectFailsAndChangesNothing(JobState state) {
        make("a", state);
        Look before = look("a");
        assertFailed(produceAll(List.of(again(OnDuplicate.REJECT))).get(0), ErrorCode.DUPLICATE);
        assertSame(look("a"), before);
    }

    @ParameterizedTest
    @EnumSource(
            value = JobState.class,
            names = {"DELAYED", "READY", "FAILED"})
    default void replaceGivesAJobNewContentAndDueTime(JobState state) {
        timeIs(T0);
        make("a", state);
        long produced = describe().total(TubeCounter.PRODUCED);
        timeIs(T0.plusSeconds(10));
        assertThat(produce(again(OnDuplicate.REPLACE)))
                .isEqualTo(new Produced(id("a"), JobState.DELAYED, false, T0.plusSeconds(100)));
        Job now = peek("a");
        assertThat(now.payload().bytes()).isEqualTo("new".getBytes(UTF_8));
        assertThat(now.payload().contentType()).isEqualTo("text/plain");
        assertThat(now.priority()).isEqualTo(3);
        assertThat(now.ttr()).isEqualTo(Duration.ofSeconds(5));
        assertThat(now.maxAttempts()).isEqualTo(9);
        assertThat(now.noe()).isZero();
        assertThat(now.createdAt()).isEqualTo(T0.plusSeconds(10));
        assertThat(now.dueAt()).isEqualTo(T0.plusSeconds(100));
        assertThat(now.reason()).isNull();
        Tube tube = describe();
        assertThat(tube.counts().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(1);
        assertThat(tube.total(TubeCounter.PRODUCED)).isEqualTo(produced);
        assertThat(tube.total(TubeCounter.DELETED)).isZero();
    }

    @Test
    default void replaceOfARetainedJobIsRefused() {
        make("a", JobState.RETAINED);
        Look before = look("a");
        assertFailed(produceAll(List.of(again(OnDuplicate.REPLACE))).get(0), ErrorCode.WRONG_STATE);
        assertSame(look("a"), before);
    }

    @ParameterizedTest
    @EnumSource(OnDuplicate.class)
    default void anIdThatIsNotLiveIsCreatedWhateverTheChoice(OnDuplicate choice) {
        assertThat(produce(again(choice)).created()).isTrue();
    }

    @Test
    default void anIdThatWasFinishedCanBeProducedAgain() {
        finish(handOut(job("a")));
        assertThat(produce("a").created()).isTrue();
        assertThat(consume().noe()).isEqualTo(1);
    }

    @Test
    default void replaceTakesTheJobOutOfItsOldPlace() {
        produce(job("a").priority(1));
        produce(job("b").priority(2));
        produce(job("a").priority(3).onDuplicate(OnDuplicate.REPLACE));
        assertThat(ids(consume(10))).containsExactly("b", "a");
    }

    @Test
    default void replaceEndsWhatItsLastConsumerMaySay() {
        timeIs(T0);
        Job handed = handOut(job("a").ttr(Duration.ofSeconds(1)));
        timeIs(T0.plusSeconds(1));
        produce(job("a").onDuplicate(OnDuplicate.REPLACE));
        assertFailed(acknowledge(new Acknowledgement.Finish(id("a"), handed.requireLease())), ErrorCode.LEASE_LOST);
        assertThat(stateOf("a")).isEqualTo(JobState.READY);
    }

    @Test
    default void aJobWhoseLeaseHasRunOutIsReadyToAProduce() {
        timeIs(T0);
        handOut(job("a").ttr(Duration.ofSeconds(1)));
        timeIs(T0.plusSeconds(5));
        assertThat(produce("a")).isEqualTo(new Produced(id("a"), JobState.READY, false, T0.plusSeconds(1)));
        assertThat(produce(again(OnDuplicate.REPLACE)).state()).isEqualTo(JobState.DELAYED);
        assertThat(describe().count(JobState.RETAINED)).isZero();
        assertThat(expireLeases().expired()).isZero();
    }
}
