package io.grape.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.GrapeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CronTimingTest {
    private static CronTiming timing(String cron, String zone, GapPolicy gap, OverlapPolicy overlap) {
        return new CronTiming(CronExpression.parse(cron), ZoneId.of(zone), gap, overlap);
    }

    private static List<String> next(Timing timing, String after, int count) {
        List<String> found = new ArrayList<>();
        Instant at = Instant.parse(after);
        for (int i = 0; i < count; i++) {
            at = Objects.requireNonNull(timing.after(at));
            found.add(at.toString());
        }
        return found;
    }

    @Test
    void aFixedTimeInAGapIsTheFirstInstantAfterItOrSkipped() {
        CronTiming next = timing("30 2 * * *", "America/New_York", GapPolicy.NEXT, OverlapPolicy.FIRST);
        assertThat(next(next, "2027-03-13T12:00:00Z", 2))
                .containsExactly("2027-03-14T07:00:00Z", "2027-03-15T06:30:00Z");
        assertThat(next.fellInto(Instant.parse("2027-03-14T07:00:00Z"))).isEqualTo(Fell.GAP);
        assertThat(next.fellInto(Instant.parse("2027-03-15T06:30:00Z"))).isEqualTo(Fell.NOTHING);
        assertThat(next(
                        timing("30 2 * * *", "America/New_York", GapPolicy.SKIP, OverlapPolicy.FIRST),
                        "2027-03-13T12:00:00Z",
                        1))
                .containsExactly("2027-03-15T06:30:00Z");
    }

    @ParameterizedTest
    @CsvSource({
        "FIRST, 2027-11-07T05:30:00Z, 2027-11-08T06:30:00Z",
        "SECOND, 2027-11-07T06:30:00Z, 2027-11-08T06:30:00Z",
        "BOTH, 2027-11-07T05:30:00Z, 2027-11-07T06:30:00Z"
    })
    void aFixedTimeInAnOverlapIsOneOfTheTwoOrBoth(OverlapPolicy overlap, String one, String other) {
        CronTiming timing = timing("30 1 * * *", "America/New_York", GapPolicy.NEXT, overlap);
        assertThat(next(timing, "2027-11-06T12:00:00Z", 2)).containsExactly(one, other);
        assertThat(timing.fellInto(Instant.parse(one))).isEqualTo(Fell.OVERLAP);
    }

    @Test
    void anIntervalGoesOnThroughAnOverlap() {
        assertThat(next(
                        timing("*/20 * * * *", "America/New_York", GapPolicy.NEXT, OverlapPolicy.FIRST),
                        "2027-11-07T04:59:00Z",
                        6))
                .containsExactly(
                        "2027-11-07T05:00:00Z",
                        "2027-11-07T05:20:00Z",
                        "2027-11-07T05:40:00Z",
                        "2027-11-07T06:00:00Z",
                        "2027-11-07T06:20:00Z",
                        "2027-11-07T06:40:00Z");
    }

    @Test
    void aDayThatDoesNotExistIsAGapToo() {
        assertThat(next(
                        timing("0 0 30 12 *", "Pacific/Apia", GapPolicy.NEXT, OverlapPolicy.FIRST),
                        "2011-01-01T00:00:00Z",
                        2))
                .containsExactly("2011-12-30T10:00:00Z", "2012-12-29T10:00:00Z");
        assertThat(next(
                        timing("0 0 * * *", "Pacific/Apia", GapPolicy.NEXT, OverlapPolicy.FIRST),
                        "2011-12-29T00:00:00Z",
                        3))
                .containsExactly("2011-12-29T10:00:00Z", "2011-12-30T10:00:00Z", "2011-12-31T10:00:00Z");
    }

    @Test
    void ofTwoDayFieldsEitherMatches() {
        assertThat(next(timing("0 0 13 * 5", "UTC", GapPolicy.NEXT, OverlapPolicy.FIRST), "2027-01-01T00:00:00Z", 3))
                .containsExactly("2027-01-08T00:00:00Z", "2027-01-13T00:00:00Z", "2027-01-15T00:00:00Z");
    }

    @Test
    void anIntervalIsCountedFromItsAnchor() {
        IntervalTiming timing = new IntervalTiming(Duration.ofMinutes(7), Instant.parse("2027-01-01T00:00:30Z"));
        assertThat(next(timing, "2027-01-01T00:00:30Z", 2))
                .containsExactly("2027-01-01T00:07:30Z", "2027-01-01T00:14:30Z");
        assertThat(next(timing, "2026-12-31T23:59:00Z", 1)).containsExactly("2027-01-01T00:00:30Z");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "61 * * * *|a valid minute at character 1",
                "0 0 32 * *|a valid day of month at character 5",
                "0 0 * * 8|a valid day of week at character 9",
                "0  0 * nov-foo *|a valid month at character 8",
                "* * * *|five fields",
                "0 * * * * *|five fields",
                "@daily|five fields",
                "0 0 30 2 *|an expression that some day matches",
                "0 0 31 4,6 *|an expression that some day matches",
                "0 0 L-30 2,4 *|an expression that some day matches",
                "0 0 * * 1#6|a valid day of week at character 9 (#1 to #5), got '1#6' in '0 0 * * 1#6'",
                "30 1 1 2-2 1#|a valid day of week at character 12 (#1 to #5), got '1#' in '30 1 1 2-2 1#'",
                "0 0 1-5/ * *|a valid day of month at character 5 (1 to 31), got '1-5/' in '0 0 1-5/ * *'",
                "0 22-2 * * *|a valid hour at character 3 (a range that ascends, such as 22-23,0-2 in place of 22-2)",
                "0 0 L-31 * *|a valid day of month at character 5 (L-1 to L-30)",
                "0 0 1L * *|a valid day of month",
                "0 0 15W * *|a valid day of month",
                "0 0 1,,2 * *|a valid day of month",
                "0 0 * * ſun|a valid day of week",
                "*/99999999999 * * * *|a valid minute",
                "0 0 * * #|a valid day of week",
                "0 0 * * FOOL|a valid day of week",
                "0 0 LW * *|a valid day of month",
                "0 0 ? * *|a valid day of month",
                "*/0 * * * *|a valid minute"
            })
    void whatIsNoCronExpressionIsRefused(String cron, String expected) {
        assertThatThrownBy(() -> CronExpression.parse(cron))
                .isInstanceOf(GrapeException.class)
                .hasMessageStartingWith("cron: expected ")
                .hasMessageContaining(expected);
    }

    @Test
    @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aTimeThatLiesInTheGapOfEveryYearNeverOccurs() {
        CronTiming never = timing("30 2 * 3 7L", "Europe/Berlin", GapPolicy.SKIP, OverlapPolicy.FIRST);
        assertThat(never.after(Instant.parse("2026-11-28T00:00:00Z"))).isNull();
        assertThat(next(
                        timing("30 2 * 3 7L", "Europe/Berlin", GapPolicy.NEXT, OverlapPolicy.FIRST),
                        "2026-11-28T00:00:00Z",
                        1))
                .containsExactly("2027-03-28T01:00:00Z");
        assertThat(next(never, "1975-01-01T00:00:00Z", 1)).containsExactly("1975-03-30T01:30:00Z");
    }

    /** Each field that makes a search long, in zones whose clocks change often. */
    @ParameterizedTest
    @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @CsvSource({
        "30 2 * 3 7L, Europe/Berlin",
        "0 0 29 2 *, America/New_York",
        "59 23 * 2 0#5, Africa/Casablanca",
        "30 2 * 3 SUN#2, America/New_York"
    })
    void aSearchEnds(String cron, String zone) {
        for (GapPolicy gap : GapPolicy.values()) {
            CronTiming timing = timing(cron, zone, gap, OverlapPolicy.SECOND);
            Instant found = timing.after(Instant.EPOCH.minusSeconds(1));
            Instant last = Instant.EPOCH;
            int count = 0;
            while (found != null) {
                assertThat(found).isAfter(last);
                last = found;
                found = timing.after(found);
                count++;
            }
            assertThat(count).isLessThan(300);
        }
    }

    @ParameterizedTest
    @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @ValueSource(strings = {"-1000000000-01-01T00:00:00Z", "+1000000000-12-31T23:59:59Z", "2200-02-01T00:00:00Z"})
    void aSearchFromAnyInstantEnds(String instant) {
        CronTiming timing = timing("0 0 29 2 *", "Europe/Berlin", GapPolicy.NEXT, OverlapPolicy.FIRST);
        Instant start = Instant.parse(instant);
        assertThat(timing.after(start))
                .isEqualTo(start.isAfter(Instant.EPOCH) ? null : Instant.parse("1972-02-28T23:00:00Z"));
    }

    @Test
    void aScheduleThatNeverOccursIsRefused() {
        ScheduleSpec never = spec(timing("30 2 * 3 7L", "Europe/Berlin", GapPolicy.SKIP, OverlapPolicy.FIRST));
        assertThatThrownBy(() -> never.checkOccurrences(Instant.parse("2026-11-28T00:00:00Z")))
                .isInstanceOf(GrapeException.class)
                .hasMessageStartingWith("cron: expected an expression that occurs in Europe/Berlin")
                .hasMessageContaining("gap next")
                .hasMessageEndingWith("got '30 2 * 3 7L'");
    }

    private static ScheduleSpec spec(Timing timing) {
        return new ScheduleSpec(
                timing, Duration.ZERO, null, null, null, MissedPolicy.ONE, null, WhileRunning.ALLOW, null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"EST", "CET", "GMT", "Z", "+02:00", "Europe/Nowhere", "europe/berlin", "", "Mars"})
    void whatIsNoZoneIsRefused(String zone) {
        assertThatThrownBy(() -> CronTiming.parseZone(zone)).isInstanceOf(GrapeException.class);
    }

    @Test
    void aFixedOffsetIsToldItsId() {
        assertThatThrownBy(() -> CronTiming.parseZone("GMT+2")).hasMessageContaining("or Etc/GMT-2,");
        assertThat(CronTiming.parseZone("Etc/GMT-2").getRules().getOffset(Instant.EPOCH))
                .hasToString("+02:00");
    }
}
