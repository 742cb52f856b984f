package io.grape.core;

import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.ConsumeResult;
import io.grape.core.job.Job;
import io.grape.core.tube.Pause;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A paused tube hands out nothing; everything else goes on. */
public interface PauseContract extends ContractSteps {
    @Test
    default void aPausedTubeHandsOutNothingUntilItIsResumed() {
        produce("a");
        get(tubes().pause(tube(), null, "maintenance"));
        ConsumeResult handout = handout(1);
        assertThat(handout.jobs()).isEmpty();
        assertThat(handout.next()).isNull();
        assertThat(describe().paused()).isEqualTo(new Pause(null, "maintenance"));
        get(tubes().resume(tube()));
        assertThat(describe().paused()).isNull();
        assertThat(consume(1)).hasSize(1);
    }

    @Test
    default void aPauseEndsByItself() {
        timeIs(T0);
        produce("a");
        get(tubes().pause(tube(), Duration.ofSeconds(30), ""));
        assertThat(describe().paused()).isEqualTo(new Pause(T0.plusSeconds(30), ""));
        timeIs(T0.plusMillis(29_999));
        assertThat(handout(1).next()).isEqualTo(Duration.ofMillis(1));
        assertThat(consume(1)).isEmpty();
        timeIs(T0.plusSeconds(30));
        assertThat(describe().paused()).isNull();
        assertThat(consume(1)).hasSize(1);
    }

    @Test
    default void aSecondPauseReplacesTheFirst() {
        timeIs(T0);
        create(TubeSettings.DEFAULT);
        get(tubes().pause(tube(), null, "first"));
        get(tubes().pause(tube(), Duration.ofSeconds(5), "second"));
        assertThat(describe().paused()).isEqualTo(new Pause(T0.plusSeconds(5), "second"));
    }

    @Test
    default void theLongestPauseIsKept() {
        timeIs(T0);
        create(TubeSettings.DEFAULT);
        get(tubes().pause(tube(), Limits.MAX_DURATION, "r".repeat(Limits.MAX_REASON_CHARS)));
        assertThat(describe().paused())
                .isEqualTo(new Pause(T0.plus(Limits.MAX_DURATION), "r".repeat(Limits.MAX_REASON_CHARS)));
    }

    @Test
    default void aPauseOutOfBoundsIsRefusedAndChangesNothing() {
        create(TubeSettings.DEFAULT);
        get(tubes().pause(tube(), null, "first"));
        assertFails(tubes().pause(tube(), Duration.ofMillis(-1), ""), ErrorCode.BAD_REQUEST);
        assertFails(tubes().pause(tube(), Duration.ZERO, ""), ErrorCode.BAD_REQUEST);
        assertFails(tubes().pause(tube(), Limits.MAX_DURATION.plusMillis(1), ""), ErrorCode.BAD_REQUEST);
        assertFails(tubes().pause(tube(), null, "r".repeat(Limits.MAX_REASON_CHARS + 1)), ErrorCode.BAD_REQUEST);
        assertThat(describe().paused()).isEqualTo(new Pause(null, "first"));
    }

    @Test
    default void everythingButHandOutsGoesOnInAPausedTube() {
        Job touched = handOut(job("touched"));
        Job released = handOut(job("released"));
        Job buried = handOut(job("buried"));
        Job finished = handOut(job("finished"));
        get(tubes().pause(tube(), null, ""));
        touch(touched);
        assertThat(release(released, Duration.ZERO).state()).isEqualTo(JobState.READY);
        bury(buried, "");
        finish(finished);
        assertThat(kick(1)).isEqualTo(1);
        assertThat(produce(delayed("new", HOUR)).created()).isTrue();
        assertThat(describe().count(JobState.READY)).isEqualTo(2);
    }

    @Test
    default void whatIsNotThereCannotBePaused() {
        assertFails(tubes().pause(tube(), null, ""), ErrorCode.TUBE_NOT_FOUND);
        assertFails(tubes().resume(tube()), ErrorCode.TUBE_NOT_FOUND);
    }

    @Test
    default void resumingATubeThatIsNotPausedDoesNothing() {
        produce("a");
        get(tubes().resume(tube()));
        assertThat(consume(1)).hasSize(1);
    }
}
