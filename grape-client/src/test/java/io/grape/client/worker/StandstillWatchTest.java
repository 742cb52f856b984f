package io.grape.client.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StandstillWatchTest {
    private final StandstillWatch watch = new StandstillWatch(0);

    private static long seconds(double value) {
        return (long) (value * TimeUnit.SECONDS.toNanos(1));
    }

    /** Ticks from one moment to another, in seconds. */
    private void runs(double from, double to) {
        for (double at = from; at <= to; at += 0.2) {
            watch.tick(seconds(at));
        }
    }

    @Test
    void responseIsReadWhenItComesWhileTheProcessRuns() {
        runs(0, 30);
        assertThat(watch.earliestArrival(0, seconds(30.1))).isEqualTo(seconds(30.1));
    }

    @Test
    void responseAfterAStandstillMayHaveComeAtItsBegin() {
        runs(0, 5);
        assertThat(watch.earliestArrival(0, seconds(20)))
                .as("before the next tick")
                .isBetween(seconds(4.7), seconds(5.1));
        runs(20, 21);
        assertThat(watch.earliestArrival(0, seconds(21))).as("after a tick").isBetween(seconds(4.7), seconds(5.1));
    }

    @Test
    void responseDoesNotComeBeforeItsCallWasSent() {
        runs(0, 5);
        assertThat(watch.earliestArrival(seconds(19), seconds(20))).isEqualTo(seconds(19));
    }

    @Test
    void responseLongAfterAStandstillIsOfNow() {
        runs(0, 5);
        runs(20, 30);
        assertThat(watch.earliestArrival(0, seconds(30))).isEqualTo(seconds(30));
    }

    @Test
    void twoStandstillsWithAMomentBetweenThemCountAsOne() {
        runs(0, 5);
        watch.tick(seconds(20));
        watch.tick(seconds(40));
        assertThat(watch.earliestArrival(0, seconds(40.1))).isBetween(seconds(4.7), seconds(5.1));
    }
}
