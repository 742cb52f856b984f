package io.grape.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way to occur is held against a walk through all minutes, which knows nothing of the search. */
final class CronTimingPropertyTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("2028-01-01T00:00:00Z");
    private static final Duration AROUND = Duration.ofDays(3);

    private record Case(String cron, boolean isInterval, Predicate<LocalDateTime> matches) {}

    private static final List<Case> CASES = List.of(
            new Case("30 2 * * *", false, time -> time.getHour() == 2 && time.getMinute() == 30),
            new Case(
                    "30 1 * * 0",
                    false,
                    time -> time.getDayOfWeek() == DayOfWeek.SUNDAY && time.getHour() == 1 && time.getMinute() == 30),
            new Case("0 0 * * *", false, time -> time.getHour() == 0 && time.getMinute() == 0),
            new Case(
                    "15,45 1-3 13 * FRI",
                    false,
                    time -> (time.getDayOfMonth() == 13 || time.getDayOfWeek() == DayOfWeek.FRIDAY)
                            && time.getHour() >= 1
                            && time.getHour() <= 3
                            && time.getMinute() % 30 == 15),
            new Case(
                    "10-50/20 2 L mar,oct sun#2",
                    false,
                    time -> (isLastOfMonth(time) || isSecondSunday(time))
                            && (time.getMonthValue() == 3 || time.getMonthValue() == 10)
                            && time.getHour() == 2
                            && time.getMinute() % 20 == 10),
            new Case("30 * * * *", true, time -> time.getMinute() == 30),
            new Case(
                    "*/20 1-4 * * *",
                    true,
                    time -> time.getMinute() % 20 == 0 && time.getHour() >= 1 && time.getHour() <= 4));

    private static boolean isLastOfMonth(LocalDateTime time) {
        return time.plusDays(1).getDayOfMonth() == 1;
    }

    private static boolean isSecondSunday(LocalDateTime time) {
        return time.getDayOfWeek() == DayOfWeek.SUNDAY && (time.getDayOfMonth() - 1) / 7 == 1;
    }

    static Stream<String> zones() {
        return Stream.of(
                "Europe/Berlin",
                "America/New_York",
                "America/Santiago",
                "Australia/Lord_Howe",
                "Africa/Casablanca",
                "Asia/Kolkata");
    }

    @ParameterizedTest
    @MethodSource("zones")
    void theDaysAroundChangesOfTheClocksAreAsAWalkSays(String zone) {
        MinuteWalk years = new MinuteWalk(ZoneId.of(zone), START, END);
        for (Instant change : years.changes()) {
            check(ZoneId.of(zone), change.minus(AROUND), change.plus(AROUND));
        }
        if (years.changes().isEmpty()) {
            check(ZoneId.of(zone), START, START.plus(AROUND));
        }
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("zones")
    void twoYearsAreAsAWalkSays(String zone) {
        check(ZoneId.of(zone), START, END);
    }

    private static void check(ZoneId zone, Instant from, Instant to) {
        // A local time of the first hours may also have been before them.
        MinuteWalk walk = new MinuteWalk(zone, from.minus(AROUND), to.plus(AROUND));
        for (Case one : CASES) {
            for (GapPolicy gap : GapPolicy.values()) {
                for (OverlapPolicy overlap : OverlapPolicy.values()) {
                    List<Instant> expected = walk.occurrences(one.matches(), one.isInterval(), gap, overlap).stream()
                            .filter(instant -> !instant.isBefore(from) && instant.isBefore(to))
                            .toList();
                    CronTiming timing = new CronTiming(CronExpression.parse(one.cron()), zone, gap, overlap);
                    assertThat(found(timing, from, to))
                            .as("%s in %s, gap %s, overlap %s", one.cron(), zone, gap, overlap)
                            .isEqualTo(expected);
                }
            }
        }
    }

    private static List<Instant> found(CronTiming timing, Instant from, Instant to) {
        List<Instant> found = new ArrayList<>();
        Instant next = timing.after(from.minusMillis(1));
        while (next != null && next.isBefore(to)) {
            found.add(next);
            next = timing.after(next);
        }
        return found;
    }
}
