package io.grape.server.live;

import static io.grape.catalog.TubeFields.LATENESS_TARGET;
import static io.grape.catalog.TubeFields.TTR;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.tube.LateJobs;
import io.grape.core.tube.Lateness;
import io.grape.core.tube.Pause;
import io.grape.core.tube.Sample;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When a tube needs attention. */
class TubeStateTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final TubeSettings TARGET =
            TubeSettings.DEFAULT.with(TTR, MINUTE).with(LATENESS_TARGET, Duration.ofSeconds(30));
    private static final StoreCondition WELL = new StoreCondition(Duration.ofMillis(1), null);

    private static Tube tube(@Nullable Pause pause, @Nullable Duration oldestReady, @Nullable Duration sinceDelivery) {
        return tube(pause, 3, oldestReady, sinceDelivery);
    }

    private static Tube tube(
            @Nullable Pause pause, long ready, @Nullable Duration oldestReady, @Nullable Duration sinceDelivery) {
        return new Tube(
                new TubeName("orders"),
                TubeSettings.DEFAULT,
                0,
                pause,
                Map.of(JobState.READY, ready, JobState.FAILED, 2L),
                0,
                Map.of(),
                oldestReady,
                null,
                sinceDelivery,
                null,
                null,
                0L,
                0L,
                0,
                0,
                Map.of());
    }

    private static List<Alert.Code> codes(TubeState state) {
        return state.attention(WELL).stream().map(Alert::code).toList();
    }

    @Test
    void aTubeWhoseJobsAreTakenNeedsNone() {
        assertThat(TubeState.quiet(tube(null, SECOND, SECOND)).attention(WELL)).isEmpty();
        assertThat(TubeState.quiet(tube(null, null, null)).attention(WELL)).isEmpty();
    }

    @Test
    void jobsThatNobodyTakesForAMinuteAreBad() {
        Duration longer = MINUTE.plusMillis(1);
        for (TubeState state :
                List.of(TubeState.quiet(tube(null, longer, null)), TubeState.quiet(tube(null, longer, longer)))) {
            assertThat(state.attention(WELL))
                    .containsExactly(Alert.bad(
                            Alert.Code.NO_CONSUMER,
                            new TubeName("orders"),
                            Map.of("ready", 3L, "oldestReadyMs", 60_001L, "sinceMs", 60_001L)));
        }
        assertThat(codes(TubeState.quiet(tube(null, longer, MINUTE)))).containsExactly(Alert.Code.LATE);
        assertThat(codes(TubeState.quiet(tube(null, MINUTE, longer)))).containsExactly(Alert.Code.LATE);
    }

    @Test
    void nobodyComesSinceTheLastDeliveryOrSinceJobsAreReady() {
        Duration hour = Duration.ofHours(1);
        assertThat(TubeState.quiet(tube(null, hour, MINUTE.plusMillis(1))).attention(WELL))
                .singleElement()
                .satisfies(one -> assertThat(one.detail()).containsEntry("sinceMs", 60_001L));
        assertThat(TubeState.quiet(tube(null, hour, hour.multipliedBy(2))).attention(WELL))
                .singleElement()
                .satisfies(one -> assertThat(one.detail()).containsEntry("sinceMs", hour.toMillis()));
    }

    @Test
    void whatHarmsMoreJobsComesFirst() {
        assertThat(Stream.of(3L, 70L, 5L)
                        .map(ready -> TubeState.quiet(tube(null, ready, MINUTE.multipliedBy(2), null)))
                        .flatMap(state -> state.attention(WELL).stream())
                        .sorted(Alert.WORST_FIRST)
                        .map(one -> one.detail().get("ready")))
                .containsExactly(70L, 5L, 3L);
    }

    @Test
    void oneHandOutOfTwentyThatIsTenSecondsLateIsLate() {
        Tube tube = tube(null, null, SECOND);
        Lateness late = Lateness.of(LongStream.rangeClosed(0, 13).map(at -> at == 0 ? 90 : at == 13 ? 10 : 0));
        assertThat(codes(new TubeState(tube, new Sample(Map.of(), late), 0, Duration.ZERO)))
                .containsExactly(Alert.Code.LATE);
        Lateness onTime = Lateness.of(LongStream.rangeClosed(0, 13).map(at -> at == 0 ? 990 : at == 13 ? 10 : 0));
        assertThat(codes(new TubeState(tube, new Sample(Map.of(), onTime), 0, Duration.ZERO)))
                .isEmpty();
    }

    @Test
    void aPauseThatHoldsNothingBackNeedsNobody() {
        Tube empty = tube(new Pause(null, ""), 0, null, null);
        assertThat(codes(TubeState.quiet(empty))).isEmpty();
    }

    @Test
    void aPausedTubeIsNotLateHoweverLongItsJobsWait() {
        TubeState state = TubeState.quiet(tube(new Pause(null, ""), MINUTE.multipliedBy(2), null));
        assertThat(codes(state)).containsExactly(Alert.Code.PAUSED);
        assertThat(state.isLate() || state.isForsaken()).isFalse();
    }

    private static Tube late(@Nullable LateJobs late) {
        Tube tube = tube(null, MINUTE.multipliedBy(2), null);
        return new Tube(
                tube.name(),
                TARGET,
                0,
                null,
                tube.counts(),
                0,
                Map.of(),
                tube.oldestReady(),
                late,
                null,
                null,
                null,
                0L,
                0L,
                0,
                0,
                Map.of());
    }

    @Test
    void aTubeThatMissesItsLatenessTargetSaysWhy() {
        assertThat(TubeState.quiet(late(new LateJobs(MINUTE, false, false))).attention(WELL))
                .containsExactly(new Alert(
                        true,
                        Alert.Code.LATENESS_TARGET,
                        new TubeName("orders"),
                        LatenessCause.NO_CONSUMER,
                        Map.of(
                                "ready",
                                3L,
                                "oldestReadyMs",
                                60_000L,
                                "latenessTargetMs",
                                30_000L,
                                "sinceMs",
                                30_000L)));
        assertThat(TubeState.quiet(late(new LateJobs(MINUTE, true, false))).attention(WELL))
                .singleElement()
                .satisfies(one -> assertThat(one.cause()).isEqualTo(LatenessCause.KEY))
                .satisfies(one -> assertThat(one.isBad()).isFalse());
    }

    @Test
    void aTubeWithALatenessTargetIsLateWhenItMissesIt() {
        assertThat(TubeState.quiet(late(new LateJobs(MINUTE, false, true))).isLate())
                .isTrue();
        assertThat(TubeState.quiet(late(null)).isLate()).isFalse();
        assertThat(codes(TubeState.quiet(late(null)))).containsExactly(Alert.Code.NO_CONSUMER);
    }

    @Test
    void jobsThatFailedInTheLastHourAreCounted() {
        TubeState state = new TubeState(tube(null, null, SECOND), Sample.NOTHING, 7, MINUTE);
        assertThat(state.attention(WELL))
                .containsExactly(Alert.warning(
                        Alert.Code.FAILED_GROWING,
                        new TubeName("orders"),
                        Map.of("buried", 7L, "failed", 2L, "sinceMs", 60_000L)));
        assertThat(TubeState.mayBeBusy(state.tube())).isTrue();
    }
}
