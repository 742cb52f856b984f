package io.grape.server.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.GrapeException;
import io.grape.core.OverloadReason;
import io.grape.core.overload.OverloadListener;
import io.grape.core.overload.OverloadOptions;
import io.grape.core.overload.WorkClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An event loop whose turns take as long as a test says. */
class ReadSheddingTest {
    private static final Duration TARGET = Duration.ofMillis(50);
    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofMillis(60);
    private static final Duration VERY_LONG = Duration.ofMillis(101);
    private static final int TURNS_OF_AN_INTERVAL = 9;

    private final List<String> told = new ArrayList<>();
    private final List<Runnable> tasks = new ArrayList<>();
    private final ReadShedding shedding =
            new ReadShedding(new OverloadOptions(TARGET, INTERVAL, 1, Duration.ZERO), new Listener(), () -> this.now);
    private long now = Long.MAX_VALUE - 1_000_000_000;

    private final class Listener implements OverloadListener {
        @Override
        public void sent(WorkClass workClass, Duration delay) {
            throw new AssertionError("nothing was queued");
        }

        @Override
        public void shed(WorkClass workClass, OverloadReason why) {
            told.add(workClass.wireName() + " " + why.wireName());
        }
    }

    private void read(@Nullable WorkClass workClass) {
        shedding.read(workClass, tasks::add);
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private void endTurn() {
        List<Runnable> due = List.copyOf(tasks);
        tasks.clear();
        due.forEach(Runnable::run);
    }

    private void turn(Duration took) {
        read(null);
        pass(took);
        endTurn();
    }

    private void turns(int count) {
        for (int i = 0; i < count; i++) {
            turn(LONG);
        }
    }

    private boolean isShed(WorkClass workClass) {
        try {
            read(workClass);
            return false;
        } catch (GrapeException e) {
            assertThat(e.overload()).isEqualTo(OverloadReason.DELAY);
            return true;
        }
    }

    @Test
    void burstIsReadAsAWhole() {
        turns(TURNS_OF_AN_INTERVAL - 1);
        read(WorkClass.PRODUCE);
        pass(VERY_LONG);
        assertThat(WorkClass.values()).noneMatch(this::isShed);
        assertThat(shedding.overloaded()).isEmpty();
    }

    @Test
    void callsThatAreReadLateAreShedAfterAnIntervalOfLongTurns() {
        turns(TURNS_OF_AN_INTERVAL);
        assertThat(shedding.overloaded()).containsExactly(WorkClass.CONSUME, WorkClass.PRODUCE, WorkClass.LOOK);
        assertThat(WorkClass.values()).noneMatch(this::isShed);
        pass(TARGET);
        assertThat(WorkClass.values()).noneMatch(this::isShed);
        pass(LONG.minus(TARGET));
        assertThat(WorkClass.values()).filteredOn(this::isShed).containsExactly(WorkClass.PRODUCE, WorkClass.LOOK);
        pass(VERY_LONG.minus(LONG));
        assertThat(WorkClass.values())
                .filteredOn(this::isShed)
                .containsExactly(WorkClass.CONSUME, WorkClass.PRODUCE, WorkClass.LOOK);
        read(null);
        assertThat(told).containsExactly("produce delay", "look delay", "consume delay", "produce delay", "look delay");
    }

    @Test
    void delayIsMeasuredFromTheStartOfTheTurn() {
        turns(TURNS_OF_AN_INTERVAL);
        pass(VERY_LONG);
        assertThat(isShed(WorkClass.LOOK)).isFalse();
    }

    @Test
    void eventLoopThatIsMostlyIdleShedsNothing() {
        for (int i = 0; i < TURNS_OF_AN_INTERVAL; i++) {
            turn(LONG);
            pass(LONG.plusMillis(1));
        }
        read(WorkClass.PRODUCE);
        pass(VERY_LONG);
        assertThat(isShed(WorkClass.PRODUCE)).isFalse();
    }

    @Test
    void singlePauseShedsNothing() {
        turn(INTERVAL.multipliedBy(10));
        read(WorkClass.PRODUCE);
        pass(VERY_LONG);
        assertThat(isShed(WorkClass.PRODUCE)).isFalse();
    }

    @Test
    void shortTurnsEndTheOverload() {
        turns(TURNS_OF_AN_INTERVAL);
        for (long passed = 0; passed < INTERVAL.toMillis(); passed += TARGET.toMillis()) {
            turn(TARGET);
        }
        assertThat(shedding.overloaded()).isEmpty();
    }

    @Test
    void overloadEndsIfNothingIsReadForAnInterval() {
        turns(TURNS_OF_AN_INTERVAL);
        pass(INTERVAL);
        assertThat(shedding.overloaded()).isEmpty();
    }
}
