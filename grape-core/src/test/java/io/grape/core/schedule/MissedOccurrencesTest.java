package io.grape.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.GrapeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class MissedOccurrencesTest {
    private static final Instant T0 = Instant.parse("2027-01-01T00:00:00Z");
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Timing EVERY_MINUTE = new IntervalTiming(MINUTE, Instant.EPOCH);

    private static ScheduleSpec spec(Timing timing, MissedPolicy missed, @Nullable Duration within) {
        return new ScheduleSpec(timing, Duration.ZERO, null, null, null, missed, within, WhileRunning.ALLOW, null);
    }

    private static MissedOccurrences after(ScheduleSpec spec, long minutes) {
        return MissedOccurrences.after("s", spec, T0, T0.plus(MINUTE.multipliedBy(minutes)));
    }

    private static List<Long> minutes(MissedOccurrences missed) {
        return missed.made().stream()
                .map(one -> Duration.between(T0, one.at()).toMinutes())
                .toList();
    }

    private static long following(MissedOccurrences missed) {
        return Duration.between(T0, Objects.requireNonNull(missed.following()).at())
                .toMinutes();
    }

    @Test
    void nothingIsMissedInTime() {
        MissedOccurrences missed = after(spec(EVERY_MINUTE, MissedPolicy.ALL, null), 0);
        assertThat(missed.made()).isEmpty();
        assertThat(following(missed)).isEqualTo(1);
        assertThat(missed.skipped()).isZero();
    }

    @Test
    void theLatestIsMadeByDefault() {
        MissedOccurrences missed = after(spec(EVERY_MINUTE, MissedPolicy.ONE, null), 200);
        assertThat(minutes(missed)).containsExactly(200L);
        assertThat(following(missed)).isEqualTo(201);
        assertThat(missed.skipped()).isEqualTo(199);
    }

    @Test
    void noneIsMadeWhereTheyAreSkipped() {
        MissedOccurrences missed = after(spec(EVERY_MINUTE, MissedPolicy.SKIP, null), 7);
        assertThat(minutes(missed)).isEmpty();
        assertThat(following(missed)).isEqualTo(8);
        assertThat(missed.skipped()).isEqualTo(7);
    }

    @Test
    void allAreMadeInSlicesAndWithinAnHour() {
        ScheduleSpec spec = spec(EVERY_MINUTE, MissedPolicy.ALL, null);
        MissedOccurrences missed = after(spec, 70);
        assertThat(minutes(missed))
                .isEqualTo(LongStream.rangeClosed(10, 70).boxed().toList());
        assertThat(missed.skipped()).isEqualTo(9);
        MissedOccurrences many = after(spec(EVERY_MINUTE, MissedPolicy.ALL, Duration.ofDays(30)), 150);
        assertThat(minutes(many))
                .isEqualTo(LongStream.rangeClosed(1, 100).boxed().toList());
        assertThat(following(many)).isEqualTo(101);
    }

    @Test
    void aThousandAreMadeAtMost() {
        MissedOccurrences missed = after(spec(EVERY_MINUTE, MissedPolicy.ALL, Duration.ofDays(30)), 1500);
        assertThat(minutes(missed).get(0)).isEqualTo(501);
        assertThat(missed.skipped()).isEqualTo(500);
    }

    @Test
    void aLongOutageOfACronIsNotWalkedThrough() {
        CronTiming timing =
                new CronTiming(CronExpression.parse("* * * * *"), ZoneOffset.UTC, GapPolicy.NEXT, OverlapPolicy.FIRST);
        MissedOccurrences missed = after(spec(timing, MissedPolicy.ONE, null), 400L * 24 * 60);
        assertThat(minutes(missed)).containsExactly(400L * 24 * 60);
        assertThat(missed.skipped()).isEqualTo(MissedOccurrences.MAX_COUNTED);
    }

    @Test
    void oldOnesAreNotMadeUpFor() {
        Timing daily = new IntervalTiming(Duration.ofDays(1), T0);
        assertThat(after(spec(daily, MissedPolicy.ONE, null), 2 * 24 * 60 + 300).made())
                .hasSize(1);
        assertThat(after(spec(daily, MissedPolicy.ONE, Duration.ofHours(2)), 2 * 24 * 60 + 300)
                        .made())
                .isEmpty();
    }

    @Test
    void aScheduleHasABeginningAndAnEnd() {
        ScheduleSpec spec = new ScheduleSpec(
                EVERY_MINUTE,
                Duration.ZERO,
                T0.plusSeconds(60),
                T0.plusSeconds(180),
                null,
                MissedPolicy.ONE,
                null,
                WhileRunning.ALLOW,
                null);
        assertThat(spec.next("s", Instant.EPOCH, 10).stream().map(Occurrence::at))
                .containsExactly(T0.plusSeconds(60), T0.plusSeconds(120));
    }

    @Test
    void jobsAreSpreadOverAWindow() {
        ScheduleSpec spec = new ScheduleSpec(
                EVERY_MINUTE,
                Duration.ofSeconds(59),
                null,
                null,
                null,
                MissedPolicy.ONE,
                null,
                WhileRunning.ALLOW,
                null);
        List<Occurrence> some = spec.next("s", T0, 50);
        assertThat(some).allMatch(one -> one.due().isBefore(one.at().plusSeconds(59)));
        assertThat(some.stream()
                        .map(one -> Duration.between(one.at(), one.due()))
                        .distinct())
                .hasSizeGreaterThan(40);
        assertThat(spec.next("s", T0, 50)).isEqualTo(some);
        assertThat(spec.next("other", T0, 50)).isNotEqualTo(some);
        ScheduleSpec tooWide = new ScheduleSpec(
                EVERY_MINUTE, MINUTE, null, null, null, MissedPolicy.ONE, null, WhileRunning.ALLOW, null);
        assertThatThrownBy(() -> tooWide.checkOccurrences(T0))
                .isInstanceOf(GrapeException.class)
                .hasMessageContaining("windowMs: expected less than the shortest period, 60000");
    }

    private static ScheduleSpec nightly(Duration window) {
        return new ScheduleSpec(
                new CronTiming(
                        CronExpression.parse("30 2 * * *"),
                        ZoneId.of("Europe/Berlin"),
                        GapPolicy.NEXT,
                        OverlapPolicy.BOTH),
                window,
                null,
                null,
                null,
                MissedPolicy.ONE,
                null,
                WhileRunning.ALLOW,
                null);
    }

    @Test
    void windowIsShorterThanThePeriodsAroundChangesOfTheClocks() {
        nightly(Duration.ofMinutes(59)).checkOccurrences(T0);
        assertThatThrownBy(() -> nightly(Duration.ofHours(2)).checkOccurrences(T0))
                .isInstanceOf(GrapeException.class)
                .hasMessageContaining("windowMs: expected less than the shortest period, 3600000");
    }

    /** A rule of a zone may change after a schedule was put. */
    @Test
    void jobsAreDueInTheOrderOfTheirInstantsInAnyWindow() {
        ScheduleSpec wide = nightly(Duration.ofHours(20));
        List<Occurrence> all = wide.next("s", T0, 4000);
        for (int i = 1; i < all.size(); i++) {
            assertThat(all.get(i - 1).due()).isBefore(all.get(i).at());
        }
        assertThat(all).anyMatch(one -> Duration.between(one.at(), one.due()).toHours() >= 19);
    }
}
