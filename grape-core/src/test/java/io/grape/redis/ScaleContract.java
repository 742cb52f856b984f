package io.grape.redis;

import static io.grape.catalog.TubeFields.LATENESS_TARGET;
import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static io.grape.redis.GateSteps.keyed;
import static io.grape.redis.GateSteps.labelled;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.Lease;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.job.Acknowledgement;
import io.grape.core.tube.Lateness;
import io.grape.core.tube.RunTimes;
import io.grape.core.tube.Samples;
import io.grape.core.tube.TubeLimits;
import io.grape.core.tube.TubeLoad;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How much work a tube has, and how many workers it needs. */
interface ScaleContract extends GateSteps {
    Duration TARGET = Duration.ofSeconds(10);
    RunTimes TWO_SECONDS = new RunTimes(10, 20_000);

    private void target() {
        timeIs(T0);
        get(tubes().create(tube(), TubeSettings.DEFAULT));
        get(tubes().configure(tube(), TubeSettingsChange.of(LATENESS_TARGET, TARGET)));
    }

    private TubeLoad load() {
        return get(store().samples().load(tube()));
    }

    private void ran(RunTimes times) {
        get(store().samples().add(tube(), Lateness.NONE, times));
    }

    private void produceMany(String prefix, int count) {
        IntStream.range(0, count).forEach(i -> produceAll(job(prefix + i)));
    }

    @Test
    default void anUnknownTubeHasNoLoad() {
        assertFails(store().samples().load(tube()), ErrorCode.TUBE_NOT_FOUND);
    }

    @Test
    default void anIdleTubeNeedsNobody() {
        target();
        assertThat(load())
                .isEqualTo(new TubeLoad(0, null, 0, null, 0, 0, true, TARGET, TubeLimits.NONE, 0, RunTimes.NONE));
        assertThat(load().workers()).isZero();
    }

    @Test
    default void aTubeWithoutATargetHasTheUsualOne() {
        timeIs(T0);
        produce("a");
        assertThat(load().target()).isEqualTo(TubeLoad.TARGET);
        assertThat(load().workers()).isEqualTo(1);
    }

    @Test
    default void theLongerTheBacklogTheMoreWorkers() {
        target();
        ran(TWO_SECONDS);
        produceMany("a", 20);
        assertThat(load().workers()).isEqualTo(4);
        produceMany("b", 20);
        assertThat(load().workers()).isEqualTo(8);
        get(tubes().configure(tube(), TubeSettingsChange.of(LATENESS_TARGET, Duration.ofSeconds(4))));
        assertThat(load().workers()).isEqualTo(20);
    }

    @Test
    default void jobsOfAnyPriorityWaitAndTheOldestCounts() {
        target();
        produceAll(job("a").priority(7));
        timeIs(T0.plusSeconds(2));
        produceAll(job("b").priority(9000), job("c"));
        timeIs(T0.plusSeconds(3));
        assertThat(load().ready()).isEqualTo(3);
        assertThat(load().free()).isEqualTo(3);
        assertThat(load().oldestReady()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    default void whatIsDueWithinTheTargetComesSoon() {
        target();
        produceAll(delayed("a", TARGET), delayed("b", TARGET.plusMillis(1)), delayed("c", HOUR));
        assertThat(load().soon()).isEqualTo(1);
        assertThat(load().ready()).isZero();
        assertThat(load().workers()).isEqualTo(1);
    }

    @Test
    default void whatRunsIsInProgressUntilItsLeaseEnds() {
        target();
        produceMany("a", 3);
        consume(2);
        assertThat(load().inProgress()).isEqualTo(2);
        assertThat(load().free()).isEqualTo(1);
        timeIs(T0.plus(TubeSettings.DEFAULT.ttr()));
        assertThat(load().inProgress()).isZero();
        assertThat(load().ready()).isEqualTo(3);
        assertThat(load().free()).isEqualTo(3);
    }

    @Test
    default void aPauseHoldsAllUnlessItEndsSoon() {
        target();
        produceMany("a", 3);
        get(tubes().pause(tube(), TARGET.plusMillis(1), ""));
        assertThat(load().workers()).isZero();
        assertThat(load().ready()).isEqualTo(3);
        timeIs(T0.plusMillis(1));
        assertThat(load().open()).isTrue();
        get(tubes().pause(tube(), null, ""));
        assertThat(load().workers()).isZero();
    }

    @Test
    default void aGateHoldsAllAndWhatItHeldByALabelComesWithItsEnd() {
        target();
        produceAll(labelled("a", "red"), labelled("b", "red"), job("c"));
        put("all", GateMatch.ALL, GateMode.HOLD);
        assertThat(load().open()).isFalse();
        assertThat(load().workers()).isZero();
        lift("all");
        put("red", GateMatch.label("red"), GateMode.HOLD);
        consume(3);
        assertThat(load().free()).isZero();
        assertThat(load().soon()).isZero();
        assertThat(load().open()).isTrue();
        lift("red");
        assertThat(load().free() + load().soon()).isEqualTo(2);
    }

    @Test
    default void aKeyThatIsPausedOrGatedNeedsNobody() {
        target();
        share(FAIR);
        produceAll(keyed("a", "x"), keyed("b", "y"));
        timeIs(T0.plusSeconds(2));
        produceAll(keyed("c", "z"));
        override("x", null, true);
        put("y", GateMatch.key("y"), GateMode.HOLD);
        assertThat(load().ready()).isEqualTo(3);
        assertThat(load().free()).isEqualTo(1);
        assertThat(load().oldestReady()).isEqualTo(Duration.ofSeconds(2));
        assertThat(load().oldestFree()).isZero();
    }

    @Test
    default void theLimitsOfTheTubeAreKnown() {
        target();
        TubeLimits limits = new TubeLimits(3, 0.3, 5, 1000L, 1000L);
        get(tubes().configure(tube(), TubeSettingsChange.of(limits)));
        assertThat(load().limits()).isEqualTo(new TubeLimits(3, 0.3, null, null, null));
    }

    @Test
    default void deliveriesCountFromTheirFirstMinuteOnForThreeMinutes() {
        target();
        deliver("a", 60);
        assertThat(load().deliveredPerSecond()).isEqualTo(1);
        ran(RunTimes.NONE);
        assertThat(load().deliveredPerSecond()).isEqualTo(1);
        timeIs(T0.plusSeconds(90));
        deliver("b", 30);
        assertThat(load().deliveredPerSecond()).isEqualTo(1);
        ran(RunTimes.NONE);
        assertThat(load().deliveredPerSecond()).isEqualTo(1);
        timeIs(T0.plusSeconds(180));
        assertThat(load().deliveredPerSecond()).isEqualTo(30 / 120.0);
        timeIs(T0.plusSeconds(240));
        assertThat(load().deliveredPerSecond()).isZero();
        assertThat(load().workers()).isZero();
    }

    private void deliver(String prefix, int count) {
        produceMany(prefix, count);
        assertThat(consume(count)).hasSize(count);
        IntStream.range(0, count).forEach(i -> acknowledge(new Acknowledgement.Finish(id(prefix + i), Lease.CURRENT)));
    }

    @Test
    default void theRunTimesOfTwoBrokersAreOneAndFollowTheLastJobs() {
        target();
        Samples other = anotherStore(Duration.ofSeconds(6)).samples();
        ran(new RunTimes(3, 300));
        get(other.add(tube(), Lateness.NONE, new RunTimes(1, 500)));
        assertThat(load().runTimes()).isEqualTo(new RunTimes(4, 800));
        assertThat(get(other.load(tube()))).isEqualTo(load());
        ran(new RunTimes(96, 9_200));
        assertThat(load().runTimes()).isEqualTo(new RunTimes(100, 10_000));
        ran(new RunTimes(300, 150_000));
        assertThat(load().runTimes()).isEqualTo(new RunTimes(100, 40_000));
    }

    @Test
    default void veryManyPrioritiesAreAllCounted() {
        target();
        ran(TWO_SECONDS);
        IntStream.range(0, 1500).forEach(i -> produceAll(job("p" + i).priority(10_000 + i)));
        assertThat(load().ready()).isEqualTo(1500);
        assertThat(load().free()).isEqualTo(1500);
        assertThat(load().workers()).isEqualTo(300);
    }
}
