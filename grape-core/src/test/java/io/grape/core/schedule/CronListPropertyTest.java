package io.grape.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Seed;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;

/**
 * Random lists of every form that a field may have, held against a walk from day to day. Each item is made together with
 * what it means, so that nothing here reads an expression.
 */
final class CronListPropertyTest {
    private static final Random RANDOM = new Random(Seed.value());
    private static final int EXPRESSIONS = 100;
    private static final int OCCURRENCES = 60;
    private static final int DAYS = 3000;

    /** A field and the times that match it. */
    private record Field(String text, Predicate<LocalDateTime> matches) {
        boolean isAny() {
            return text.equals("*") || text.equals("*/1");
        }
    }

    @RepeatedTest(8)
    void occurrencesAreAsAWalkFromDayToDaySays() {
        for (int i = 0; i < EXPRESSIONS; i++) {
            Field minute = numbers(0, 59, LocalDateTime::getMinute);
            Field hour = numbers(0, 23, LocalDateTime::getHour);
            Field dayOfMonth = list(CronListPropertyTest::dayOfMonth);
            Field month = list(CronListPropertyTest::month);
            Field dayOfWeek = list(CronListPropertyTest::dayOfWeek);
            String cron = List.of(minute, hour, dayOfMonth, month, dayOfWeek).stream()
                    .map(Field::text)
                    .collect(Collectors.joining(RANDOM.nextInt(9) == 0 ? "\t " : " "));
            LocalDateTime start = LocalDateTime.of(2020, 1, 1, 0, 0).plusMinutes(RANDOM.nextInt(20 * 525_600));

            List<LocalDateTime> expected = walk(start, minute, hour, dayOfMonth, month, dayOfWeek);

            if (!expected.isEmpty()) {
                assertThat(found(cron, start, expected.size()))
                        .as("'%s' after %s", cron, start)
                        .isEqualTo(expected);
            }
        }
    }

    private static List<LocalDateTime> found(String cron, LocalDateTime start, int count) {
        CronTiming timing =
                new CronTiming(CronExpression.parse(cron), ZoneOffset.UTC, GapPolicy.NEXT, OverlapPolicy.FIRST);
        List<LocalDateTime> found = new ArrayList<>();
        Instant next = timing.after(start.toInstant(ZoneOffset.UTC));
        while (next != null && found.size() < count) {
            found.add(LocalDateTime.ofInstant(next, ZoneOffset.UTC));
            next = timing.after(next);
        }
        return found;
    }

    private static List<LocalDateTime> walk(
            LocalDateTime start, Field minute, Field hour, Field dayOfMonth, Field month, Field dayOfWeek) {
        List<LocalDateTime> found = new ArrayList<>();
        for (int i = 0; i < DAYS && found.size() < OCCURRENCES; i++) {
            LocalDateTime day = start.truncatedTo(ChronoUnit.DAYS).plusDays(i);
            boolean ofMonth = dayOfMonth.matches().test(day);
            boolean ofWeek = dayOfWeek.matches().test(day);
            boolean isDay = (dayOfMonth.isAny() || dayOfWeek.isAny()) ? (ofMonth && ofWeek) : (ofMonth || ofWeek);
            if (isDay && month.matches().test(day)) {
                IntStream.range(0, 24 * 60)
                        .mapToObj(day::plusMinutes)
                        .filter(time -> time.isAfter(start))
                        .filter(minute.matches().and(hour.matches()))
                        .limit(OCCURRENCES - found.size())
                        .forEach(found::add);
            }
        }
        return found;
    }

    private static Field list(Supplier<Field> item) {
        if (RANDOM.nextInt(3) == 0) {
            return new Field("*", time -> true);
        }
        List<Field> items = IntStream.rangeClosed(0, RANDOM.nextInt(4))
                .mapToObj(i -> item.get())
                .toList();
        return new Field(
                items.stream().map(Field::text).collect(Collectors.joining(",")),
                time -> items.stream().anyMatch(one -> one.matches().test(time)));
    }

    private static Field numbers(int min, int max, ToIntFunction<LocalDateTime> part) {
        return list(() -> {
            Numbers one = number(min, max);
            return new Field(one.text(), time -> one.matches().test(part.applyAsInt(time)));
        });
    }

    private record Numbers(String text, IntPredicate matches) {}

    private static int between(int min, int max) {
        return min + RANDOM.nextInt(max - min + 1);
    }

    private static String padded(int number) {
        return RANDOM.nextInt(4) == 0 ? String.format(Locale.ROOT, "%02d", number) : Integer.toString(number);
    }

    private static Numbers number(int min, int max) {
        int first = between(min, max);
        int last = between(first, max);
        int step = between(1, max);
        return switch (RANDOM.nextInt(5)) {
            case 0 -> new Numbers("*/" + step, value -> (value - min) % step == 0);
            case 1 -> new Numbers(first + "/" + step, value -> value >= first && (value - first) % step == 0);
            case 2 ->
                new Numbers(
                        padded(first) + "-" + padded(last) + "/" + step,
                        value -> value >= first && value <= last && (value - first) % step == 0);
            case 3 -> new Numbers(padded(first) + "-" + padded(last), value -> value >= first && value <= last);
            default -> new Numbers(padded(first), value -> value == first);
        };
    }

    private static Field dayOfMonth() {
        switch (RANDOM.nextInt(4)) {
            case 0 -> {
                return new Field(cased("L"), time -> time.plusDays(1).getDayOfMonth() == 1);
            }
            case 1 -> {
                int before = between(1, 30);
                return new Field(cased("L-") + before, time -> {
                    LocalDateTime last = time.plusDays(before);
                    return last.getMonth() == time.getMonth()
                            && last.plusDays(1).getDayOfMonth() == 1;
                });
            }
            default -> {
                Numbers one = number(1, 31);
                return new Field(one.text(), time -> one.matches().test(time.getDayOfMonth()));
            }
        }
    }

    private static String cased(String name) {
        return RANDOM.nextBoolean() ? name : name.toLowerCase(Locale.ROOT);
    }

    private static String text(Month month) {
        return RANDOM.nextBoolean()
                ? padded(month.getValue())
                : cased(month.name().substring(0, 3));
    }

    private static Field month() {
        Month first = Month.of(between(1, 12));
        Month last = Month.of(between(1, 12));
        if (RANDOM.nextBoolean()) {
            Numbers one = number(1, 12);
            return new Field(one.text(), time -> one.matches().test(time.getMonthValue()));
        }
        int step = RANDOM.nextBoolean() ? 1 : between(2, 12);
        List<Month> wanted = new ArrayList<>();
        Month month = first;
        for (int i = 0; i < 12; i++) {
            if (i % step == 0) {
                wanted.add(month);
            }
            if (month == last) {
                break;
            }
            month = month.plus(1);
        }
        return new Field(
                text(first) + "-" + text(last) + (step == 1 ? "" : "/" + step),
                time -> wanted.contains(time.getMonth()));
    }

    private static String text(DayOfWeek day) {
        return switch (RANDOM.nextInt(3)) {
            case 0 -> cased(day.name().substring(0, 3));
            case 1 -> Integer.toString(day.getValue());
            default -> Integer.toString(day.getValue() % 7);
        };
    }

    private static Field dayOfWeek() {
        DayOfWeek day = DayOfWeek.of(between(1, 7));
        return switch (RANDOM.nextInt(7)) {
            case 0 -> new Field(text(day), time -> time.getDayOfWeek() == day);
            case 1 -> {
                int nth = between(1, 5);
                yield new Field(
                        text(day) + "#" + nth,
                        time -> time.getDayOfWeek() == day
                                && time.minusWeeks(nth - 1).getMonth() == time.getMonth()
                                && time.minusWeeks(nth).getMonth() != time.getMonth());
            }
            case 2 ->
                new Field(
                        text(day) + cased("L"),
                        time -> time.getDayOfWeek() == day && time.plusWeeks(1).getMonth() != time.getMonth());
            case 3 -> {
                int step = between(1, 7);
                yield new Field(
                        "*/" + step,
                        time -> time.getDayOfWeek().getValue() % 7 % step == 0
                                || (step == 7 && time.getDayOfWeek() == DayOfWeek.SUNDAY));
            }
            default -> daysOfWeek(day, DayOfWeek.of(between(1, 7)));
        };
    }

    /** From a day on to another one, which may be in the next week. */
    private static Field daysOfWeek(DayOfWeek first, DayOfWeek last) {
        int step = RANDOM.nextBoolean() ? 1 : between(2, 7);
        List<DayOfWeek> wanted = new ArrayList<>();
        DayOfWeek day = first;
        for (int i = 0; i < 7; i++) {
            if (i % step == 0) {
                wanted.add(day);
            }
            if (day == last) {
                break;
            }
            day = day.plus(1);
        }
        String text = first == last && first == DayOfWeek.SUNDAY ? "SUN-SUN" : text(first) + "-" + text(last);
        return new Field(text + (step == 1 ? "" : "/" + step), time -> wanted.contains(time.getDayOfWeek()));
    }
}
