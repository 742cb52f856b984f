package io.grape.redis;

import static io.grape.catalog.TubeFields.LATENESS_TARGET;
import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static io.grape.redis.GateSteps.keyed;
import static io.grape.redis.GateSteps.labelled;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.job.Explanation;
import io.grape.core.job.Job;
import io.grape.core.key.KeySettings;
import io.grape.core.tube.LateJobs;
import io.grape.core.tube.TubeLimits;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which jobs wait longer than their tube wants, and what holds them. */
interface LatenessTargetContract extends GateSteps {
    Duration TARGET = Duration.ofSeconds(10);
    Duration MS = Duration.ofMillis(1);

    private void target() {
        timeIs(T0);
        get(tubes().create(tube(), TubeSettings.DEFAULT));
        get(tubes().configure(tube(), TubeSettingsChange.of(LATENESS_TARGET, TARGET)));
    }

    private void target(KeySettings keys) {
        target();
        share(keys);
    }

    private void limit(TubeLimits limits) {
        get(tubes().configure(tube(), TubeSettingsChange.of(limits)));
    }

    private void timeIsLate() {
        timeIs(T0.plus(TARGET).plus(MS));
    }

    private LateJobs free() {
        return new LateJobs(TARGET.plus(MS), false, false);
    }

    private LateJobs held() {
        return new LateJobs(TARGET.plus(MS), true, false);
    }

    @Test
    default void aJobIsLateOnceItHasWaitedLongerThanTheTarget() {
        target();
        produceAll(job("a"), delayed("b", HOUR));
        timeIs(T0.plus(TARGET));
        assertThat(describe().late()).isNull();
        timeIsLate();
        assertThat(describe().late()).isEqualTo(free());
        consume(1);
        assertThat(describe().late()).isNull();
        timeIs(T0.plus(HOUR).plus(TARGET).plus(MS));
        assertThat(describe().late()).isNotNull();
    }

    @Test
    default void noJobIsLateInATubeWithoutATarget() {
        timeIs(T0);
        produce("a");
        timeIs(T0.plus(HOUR));
        assertThat(describe().oldestReady()).isEqualTo(HOUR);
        assertThat(describe().late()).isNull();
        get(tubes().configure(tube(), TubeSettingsChange.of(LATENESS_TARGET, HOUR)));
        assertThat(describe().late()).isNull();
        get(tubes().configure(tube(), TubeSettingsChange.of(LATENESS_TARGET, HOUR.minus(MS))));
        assertThat(describe().late()).isEqualTo(new LateJobs(HOUR, false, false));
    }

    @Test
    default void aJobOfAnyPriorityIsLate() {
        target();
        produceAll(job("a").priority(7));
        timeIs(T0.plus(MS));
        produceAll(job("b").priority(9000), job("c"));
        timeIsLate();
        assertThat(describe().late()).isEqualTo(free());
        consume(1);
        timeIs(T0.plus(TARGET).plusMillis(2));
        assertThat(describe().late()).isEqualTo(free());
    }

    @Test
    default void aWaitingConsumerIsKnown() {
        target();
        get(broker().consume(tube(), 1, Duration.ofSeconds(30)));
        produce("a");
        timeIsLate();
        assertThat(describe().late()).isEqualTo(new LateJobs(TARGET.plus(MS), false, true));
    }

    @Test
    default void whatAPauseHoldsIsNotLate() {
        target();
        produce("a");
        get(tubes().pause(tube(), null, ""));
        timeIsLate();
        assertThat(describe().late()).isNull();
        get(tubes().resume(tube()));
        assertThat(describe().late()).isEqualTo(free());
    }

    @Test
    default void whatAGateHoldsIsNotLate() {
        target();
        produceAll(labelled("a", "red"));
        put("all", GateMatch.ALL, GateMode.HOLD);
        timeIsLate();
        assertThat(describe().late()).isNull();
        lift("all");
        assertThat(describe().late()).isEqualTo(free());
        put("red", GateMatch.label("red"), GateMode.HOLD);
        assertThat(describe().late()).isNull();
        assertThat(consume(1)).isEmpty();
        assertThat(describe().late()).isNull();
    }

    @Test
    default void whatWaitsBehindJobsThatAGateHoldsIsLate() {
        target();
        produceAll(
                IntStream.range(0, 20).mapToObj(i -> labelled("r" + i, "red")).toList());
        timeIs(T0.plus(MS));
        produce("b");
        put("red", GateMatch.label("red"), GateMode.HOLD);
        timeIsLate();
        assertThat(describe().late()).isNull();
        timeIs(T0.plus(TARGET).plusMillis(2));
        assertThat(describe().late()).isEqualTo(free());
    }

    @Test
    default void theJobsOfAKeyThatIsPausedOrGatedAreNotLate() {
        target(FAIR);
        produceAll(keyed("a", "x"));
        timeIs(T0.plus(MS));
        produceAll(keyed("b", "y"));
        override("x", null, true);
        timeIsLate();
        assertThat(describe().late()).isNull();
        timeIs(T0.plus(TARGET).plusMillis(2));
        assertThat(describe().late()).isEqualTo(free());
        put("y", GateMatch.key("y"), GateMode.HOLD);
        assertThat(describe().late()).isNull();
    }

    @Test
    default void theLimitsOfTheirKeysHoldLateJobs() {
        target(ONE_EACH);
        produceOf("x", 2);
        assertThat(consume(2)).hasSize(1);
        timeIsLate();
        assertThat(describe().late()).isEqualTo(held());
        produceAll(keyed("b", "y"));
        assertThat(describe().late()).isEqualTo(held());
        timeIs(T0.plus(TARGET.multipliedBy(2)).plusMillis(2));
        assertThat(describe().late())
                .isEqualTo(new LateJobs(TARGET.multipliedBy(2).plusMillis(2), false, false));
    }

    @Test
    default void theLimitsOfTheTubeHoldLateJobs() {
        target();
        limit(new TubeLimits(1, null, null, null, null));
        produceAll(job("a"), job("b"));
        List<Job> first = consume(2);
        timeIsLate();
        assertThat(describe().late()).isEqualTo(held());
        finish(first.get(0));
        assertThat(describe().late()).isEqualTo(free());
        limit(new TubeLimits(null, 0.01, null, null, null));
        consume(1);
        produceAll(job("c"));
        timeIs(T0.plus(TARGET.multipliedBy(2)).plusMillis(2));
        assertThat(describe().late()).isEqualTo(held());
    }

    @Test
    default void anExplanationNamesTheTargetOfAJobThatIsPastIt() {
        target();
        produce("a");
        timeIs(T0.plus(TARGET));
        assertThat(explained("a").missedTarget()).isNull();
        timeIsLate();
        Explanation late = get(broker().explain(tube(), id("a")));
        assertThat(late.missedTarget()).isEqualTo(TARGET);
        assertThat(late.detail()).endsWith("; it has waited longer than the latenessTargetMs of its tube, 10000");
        get(tubes().pause(tube(), null, ""));
        assertThat(explained("a").missedTarget()).isNull();
        assertThat(explained("a").detail()).doesNotContain("latenessTargetMs");
    }
}
