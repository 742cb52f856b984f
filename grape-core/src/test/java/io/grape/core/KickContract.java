package io.grape.core;

import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Kicking one job, and many. */
public interface KickContract extends ContractSteps {
    @Test
    default void aKickedJobBeginsAnew() {
        produce(job("a").maxAttempts(2));
        release(consume(), Duration.ZERO);
        bury(consume(), "twice is enough");
        assertThat(kick("a", Duration.ZERO)).isTrue();
        Job kicked = peek("a");
        assertThat(kicked.noe()).isZero();
        assertThat(kicked.reason()).isNull();
        assertThat(consume().noe()).isEqualTo(1);
        assertThat(describe().total(TubeCounter.KICKED)).isEqualTo(1);
    }

    @Test
    default void aKickMayDelay() {
        timeIs(T0);
        make("a", JobState.FAILED);
        assertThat(kick("a", Duration.ofSeconds(5))).isTrue();
        assertThat(peek("a").dueAt()).isEqualTo(T0.plusSeconds(5));
        assertThat(stateOf("a")).isEqualTo(JobState.DELAYED);
        timeIs(T0.plusSeconds(5));
        assertThat(consume().id()).isEqualTo(id("a"));
    }

    @Test
    default void aDelayedJobIsKickedToTheNewDelay() {
        timeIs(T0);
        produce(delayed("a", HOUR));
        assertThat(kick("a", Duration.ofSeconds(5))).isTrue();
        assertThat(peek("a").dueAt()).isEqualTo(T0.plusSeconds(5));
        assertThat(kick("a", Duration.ZERO)).isTrue();
        assertThat(peek("a").dueAt()).isEqualTo(T0);
        assertThat(kick("a", Duration.ZERO)).isFalse();
        assertThat(describe().total(TubeCounter.KICKED)).isEqualTo(2);
    }

    @Test
    default void aDelayOutOfBoundsIsRefused() {
        make("a", JobState.FAILED);
        assertFails(broker().kick(tube(), id("a"), Duration.ofMillis(-1)), ErrorCode.BAD_REQUEST);
        assertFails(broker().kick(tube(), id("a"), Limits.MAX_DURATION.plusMillis(1)), ErrorCode.BAD_REQUEST);
        assertThat(stateOf("a")).isEqualTo(JobState.FAILED);
        assertThat(kick("a", Limits.MAX_DURATION)).isTrue();
    }

    @Test
    default void aReadyJobIsNotKicked() {
        timeIs(T0);
        produce("a");
        timeIs(T0.plusSeconds(5));
        assertThat(kick("a", HOUR)).isFalse();
        assertThat(peek("a").dueAt()).isEqualTo(T0);
        assertThat(describe().total(TubeCounter.KICKED)).isZero();
    }

    @Test
    default void aJobWhoseLeaseRanOutIsReadyToAKick() {
        timeIs(T0);
        handOut(job("a").ttr(Duration.ofSeconds(1)));
        timeIs(T0.plusSeconds(1));
        assertThat(kick("a", HOUR)).isFalse();
        assertThat(stateOf("a")).isEqualTo(JobState.READY);
    }

    @Test
    default void whatIsNotThereCannotBeKicked() {
        assertFails(broker().kick(tube(), id("a"), Duration.ZERO), ErrorCode.TUBE_NOT_FOUND);
        assertFails(broker().kick(tube(), 10), ErrorCode.TUBE_NOT_FOUND);
        create(TubeSettings.DEFAULT);
        assertFails(broker().kick(tube(), id("a"), Duration.ZERO), ErrorCode.JOB_NOT_FOUND);
        assertThat(kick(10)).isZero();
    }

    @Test
    default void aKickedJobQueuesBehindThoseThatAreReady() {
        timeIs(T0);
        make("a", JobState.FAILED);
        produce(job("b").priority(0));
        kick("a", Duration.ZERO);
        assertThat(drain()).containsExactly("b", "a");
    }

    @Test
    default void failedJobsAreKickedBeforeDelayedOnes() {
        produce(delayed("delayed", HOUR));
        make("failed", JobState.FAILED);
        assertThat(kick(10)).isEqualTo(1);
        assertThat(stateOf("failed")).isEqualTo(JobState.READY);
        assertThat(stateOf("delayed")).isEqualTo(JobState.DELAYED);
        assertThat(kick(10)).isEqualTo(1);
        assertThat(stateOf("delayed")).isEqualTo(JobState.READY);
        assertThat(kick(10)).isZero();
    }

    @Test
    default void manyAreKickedInTheOrderInWhichTheyFailed() {
        timeIs(T0);
        for (String id : List.of("c", "a", "b", "d")) {
            timeIs(T0.plusSeconds(id.charAt(0)));
            make(id, JobState.FAILED);
        }
        assertThat(kick(2)).isEqualTo(2);
        assertThat(drain()).containsExactly("a", "b");
    }

    @Test
    default void manyAreKickedInTheOrderInWhichTheyAreDue() {
        timeIs(T0);
        produceAll(
                delayed("c", Duration.ofSeconds(3)),
                delayed("a", Duration.ofSeconds(1)),
                delayed("b", Duration.ofSeconds(2)));
        assertThat(kick(2)).isEqualTo(2);
        assertThat(ids(consume(10))).containsExactly("a", "b");
        assertThat(stateOf("c")).isEqualTo(JobState.DELAYED);
    }

    @Test
    default void delayedJobsOfEveryPriorityAreKickedOnce() {
        timeIs(T0);
        produceAll(job("x").priority(5), job("y").priority(5));
        assertThat(consume(1)).hasSize(1);
        produceAll(delayed("a", HOUR).priority(5), delayed("b", HOUR).priority(7), delayed("c", HOUR));
        assertThat(kick(10)).isEqualTo(3);
        assertThat(describe().total(TubeCounter.KICKED)).isEqualTo(3);
        assertThat(drain()).containsExactly("y", "a", "b", "c");
    }

    @Test
    default void jobsOfThreeThousandPrioritiesAreKicked() {
        List<NewJob> all = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            all.add(delayed("p" + i, HOUR).priority(i));
        }
        for (int from = 0; from < 3000; from += 1000) {
            produceAll(all.subList(from, from + 1000)).forEach(ItemResult::get);
        }
        assertThat(kick(1000)).isEqualTo(1000);
        assertThat(kick(1000)).isEqualTo(1000);
        assertThat(kick(1000)).isEqualTo(1000);
        assertThat(describe().count(JobState.READY)).isEqualTo(3000);
    }

    @Test
    default void manyAreKickedWithTheirAttemptsBack() {
        produce(job("a").maxAttempts(1));
        release(consume(), Duration.ZERO);
        assertThat(kick(1)).isEqualTo(1);
        assertThat(peek("a").noe()).isZero();
        assertThat(peek("a").reason()).isNull();
    }
}
