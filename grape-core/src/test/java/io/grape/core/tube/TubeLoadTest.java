package io.grape.core.tube;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How many workers a tube needs. */
class TubeLoadTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final RunTimes TWO_SECONDS = new RunTimes(10, 20_000);

    private static TubeLoad load(long ready, long soon, long inProgress, double perSecond, RunTimes runTimes) {
        return new TubeLoad(
                ready,
                ready > 0 ? Duration.ofSeconds(20) : null,
                ready,
                ready > 0 ? Duration.ofSeconds(20) : null,
                soon,
                inProgress,
                true,
                MINUTE,
                TubeLimits.NONE,
                perSecond,
                runTimes);
    }

    private static TubeLoad with(TubeLoad load, @Nullable Integer concurrency, @Nullable Double perSecond) {
        return new TubeLoad(
                load.ready(),
                load.oldestReady(),
                load.free(),
                load.oldestFree(),
                load.soon(),
                load.inProgress(),
                load.open(),
                load.target(),
                new TubeLimits(concurrency, perSecond, null, null, null),
                load.deliveredPerSecond(),
                load.runTimes());
    }

    private static TubeLoad with(TubeLoad load, @Nullable Duration oldest, Duration target, boolean open) {
        return new TubeLoad(
                load.ready(),
                load.oldestReady(),
                load.free(),
                oldest,
                load.soon(),
                load.inProgress(),
                open,
                target,
                load.limits(),
                load.deliveredPerSecond(),
                load.runTimes());
    }

    /** The one of docs/http.md. */
    @Test
    void theBacklogAndTheArrivalsAddUp() {
        assertThat(load(300, 0, 0, 5, TWO_SECONDS).workers()).isEqualTo(25);
        assertThat(load(0, 0, 0, 5, TWO_SECONDS).workers()).isEqualTo(10);
        assertThat(load(300, 0, 0, 0, TWO_SECONDS).workers()).isEqualTo(15);
        assertThat(load(301, 0, 0, 0, TWO_SECONDS).workers()).isEqualTo(16);
    }

    @Test
    void whatBecomesDueWithinTheTargetArrives() {
        assertThat(load(0, 300, 0, 0, TWO_SECONDS).workers()).isEqualTo(10);
        assertThat(load(0, 300, 0, 4, TWO_SECONDS).workers()).isEqualTo(10);
        assertThat(load(0, 300, 0, 6, TWO_SECONDS).workers()).isEqualTo(12);
    }

    @Test
    void theNearerTheTargetTheMoreWorkers() {
        TubeLoad load = load(300, 0, 0, 0, TWO_SECONDS);
        assertThat(with(load, Duration.ZERO, MINUTE, true).workers()).isEqualTo(10);
        assertThat(with(load, Duration.ofSeconds(30), MINUTE, true).workers()).isEqualTo(20);
        assertThat(with(load, Duration.ofDays(3), MINUTE, true).workers()).isEqualTo(20);
        assertThat(with(load, Duration.ZERO, Duration.ofSeconds(6), true).workers())
                .isEqualTo(100);
    }

    @Test
    void noJobNeedsTwoWorkers() {
        TubeLoad load = load(300, 0, 0, 0, TWO_SECONDS);
        assertThat(with(load, Duration.ofSeconds(3), Duration.ofMillis(1), true).workers())
                .isEqualTo(300);
    }

    @Test
    void anythingThatArrivesNeedsOneWorker() {
        RunTimes quick = new RunTimes(3, 0);
        assertThat(load(1, 0, 0, 0, quick).workers()).isEqualTo(1);
        assertThat(load(0, 1, 0, 0, quick).workers()).isEqualTo(1);
        assertThat(load(0, 0, 0, 0.01, quick).workers()).isEqualTo(1);
        assertThat(load(0, 0, 0, 0, quick).workers()).isZero();
    }

    @Test
    void withoutAMeasurementItIsOneMoreThanRunWhileJobsWait() {
        assertThat(load(0, 0, 0, 0, RunTimes.NONE).workers()).isZero();
        assertThat(load(7, 0, 0, 0, RunTimes.NONE).workers()).isEqualTo(1);
        assertThat(load(7, 0, 3, 9, RunTimes.NONE).workers()).isEqualTo(4);
        assertThat(load(0, 7, 3, 9, RunTimes.NONE).workers()).isEqualTo(4);
        assertThat(load(0, 0, 3, 9, RunTimes.NONE).workers()).isEqualTo(3);
    }

    @Test
    void whatRunsKeepsItsWorkers() {
        assertThat(load(0, 0, 40, 5, TWO_SECONDS).workers()).isEqualTo(40);
        assertThat(with(load(300, 0, 4, 5, TWO_SECONDS), MINUTE, MINUTE, false).workers())
                .isEqualTo(4);
        assertThat(with(load(300, 0, 0, 5, TWO_SECONDS), MINUTE, MINUTE, false).workers())
                .isZero();
    }

    @Test
    void theLimitsOfTheTubeHold() {
        TubeLoad load = load(300, 0, 0, 5, TWO_SECONDS);
        assertThat(with(load, 7, null).workers()).isEqualTo(7);
        assertThat(with(load, null, 3.0).workers()).isEqualTo(6);
        assertThat(with(load(300, 0, 9, 5, TWO_SECONDS), 7, 3.0).workers()).isEqualTo(9);
    }
}
