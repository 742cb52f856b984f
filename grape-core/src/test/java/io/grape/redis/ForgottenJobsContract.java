package io.grape.redis;

import static io.grape.catalog.TubeFields.DEDUP_WINDOW;
import static io.grape.catalog.TubeFields.KEEP_FINISHED;
import static io.grape.catalog.TubeFields.KEEP_FINISHED_BYTES;
import static io.grape.catalog.TubeFields.KEEP_FINISHED_MAX;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ItemResult;
import io.grape.core.JobState;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Payload;
import io.grape.core.tube.ExpiryPass;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Finished jobs are kept no longer, and no more of them, than their tube says. */
interface ForgottenJobsContract extends KeptSteps {
    @Test
    default void theyAreForgottenAfterTheirTime() {
        timeIs(T0);
        keepAMinute();
        finished("a");
        timeIs(T0.plusSeconds(20));
        finished("b");
        assertThat(expireLeases()).isEqualTo(new ExpiryPass(0, Duration.ofSeconds(40)));
        timeIs(T0.plusSeconds(60).minusMillis(1));
        expireLeases();
        assertThat(kept()).containsExactly("a", "b");
        timeIs(T0.plusSeconds(60));
        assertThat(expireLeases()).isEqualTo(new ExpiryPass(0, Duration.ofSeconds(20)));
        assertNotKept("a");
        timeIs(T0.plusSeconds(80));
        assertThat(expireLeases()).isEqualTo(new ExpiryPass(0, null));
        assertNotKept("b");
        assertThat(describe().keptBytes()).isZero();
    }

    @Test
    default void aTubeIsLookedAtEachMinuteAsItsSettingsMayChange() {
        timeIs(T0);
        keep(TubeSettingsChange.of(KEEP_FINISHED, HOUR));
        finished("a");
        assertThat(expireLeases().next()).isEqualTo(MINUTE);
        keep(TubeSettingsChange.of(KEEP_FINISHED, Duration.ofSeconds(30)));
        timeIs(T0.plusSeconds(60));
        assertThat(expireLeases().next()).isNull();
        assertNotKept("a");
    }

    @Test
    default void aFinishMakesRoomForItselfAndOneMore() {
        timeIs(T0);
        keep(TubeSettingsChange.of(KEEP_FINISHED, MINUTE).and(KEEP_FINISHED_MAX, 3));
        for (int i = 0; i < 5; i++) {
            timeIs(T0.plusMillis(i));
            finished("j" + i);
        }
        assertThat(kept()).containsExactly("j2", "j3", "j4");
        keep(TubeSettingsChange.of(KEEP_FINISHED_MAX, 10));
        for (int i = 5; i < 12; i++) {
            timeIs(T0.plusMillis(i));
            finished("j" + i);
        }
        keep(TubeSettingsChange.of(KEEP_FINISHED_MAX, 2));
        timeIs(T0.plusMillis(12));
        finished("j12");
        assertThat(describe().kept()).isEqualTo(9);
        expireLeases();
        assertThat(kept()).containsExactly("j11", "j12");
    }

    @Test
    default void noMoreBytesAreKeptThanTheTubeSays() {
        timeIs(T0);
        keepAMinute();
        finished(job("a"), Payload.binary(new byte[1000]));
        long each = describe().keptBytes();
        keep(TubeSettingsChange.of(KEEP_FINISHED_BYTES, 2 * each));
        for (String id : List.of("b", "c", "d")) {
            timeIs(T0.plusMillis(id.charAt(0)));
            finished(job(id), Payload.binary(new byte[1000]));
        }
        assertThat(kept()).containsExactly("c", "d");
        assertThat(describe().keptBytes()).isEqualTo(2 * each);
        finished(job("e"), Payload.binary(new byte[3000]));
        assertThat(kept()).hasSizeLessThan(2);
    }

    @Test
    default void aLookForgetsAHundredAtMost() {
        timeIs(T0);
        keepAMinute();
        List<NewJob> jobs = IntStream.range(0, 250).mapToObj(i -> job("j" + i)).toList();
        produceAll(jobs);
        for (List<Job> taken = consume(100); !taken.isEmpty(); taken = consume(100)) {
            acknowledge(taken.stream()
                            .map(job -> new Acknowledgement.Finish(job.id(), job.requireLease(), RESULT))
                            .toList())
                    .forEach(ItemResult::get);
        }
        assertThat(describe().kept()).isEqualTo(250);
        timeIs(T0.plusSeconds(60));
        assertThat(expireLeases().next()).isEqualTo(Duration.ZERO);
        assertThat(describe().kept()).isEqualTo(150);
        expireLeases();
        assertThat(expireLeases().next()).isNull();
        assertThat(describe().kept()).isZero();
        assertThat(describe().keptBytes()).isZero();
    }

    @Test
    default void whatIsSwitchedOffIsForgottenAndThenTheTubeIsAsBefore() {
        timeIs(T0);
        keepAMinute();
        assertThat(fieldOfTheTube("version")).isEqualTo("4");
        finished("a");
        keep(TubeSettingsChange.of(KEEP_FINISHED, Duration.ZERO));
        finished("b");
        assertNotKept("b");
        assertThat(describe().settings().get(KEEP_FINISHED)).isZero();
        assertThat(fieldOfTheTube("version")).isEqualTo("4");
        expireLeases();
        assertNotKept("a");
        assertThat(fieldOfTheTube("version")).isEqualTo("1");
    }

    @Test
    default void producingTheIdMakesAJobAndForgetsWhatWasKept() {
        keepAMinute();
        finished(job("a"), RESULT);
        assertThat(produce("a").created()).isTrue();
        assertThat(stateOf("a")).isEqualTo(JobState.READY);
        assertThat(kept()).isEmpty();
        assertThat(describe().keptBytes()).isZero();
        assertThat(result("a").state()).isEqualTo(JobState.READY);
    }

    @Test
    default void aRememberedIdStaysKept() {
        keepAMinute();
        get(tubes().configure(tube(), TubeSettingsChange.of(DEDUP_WINDOW, MINUTE)));
        finished(job("a"), RESULT);
        assertThat(produce("a").created()).isFalse();
        KeptSteps.assertHas(result("a"), RESULT);
        assertThat(produce(job("a").onDuplicate(OnDuplicate.REPLACE)).created()).isTrue();
        assertThat(kept()).isEmpty();
    }
}
