package io.grape.core.schedule;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A field of a cron expression: which numbers it may have, and how they are read. What is not valid is an
 * IllegalArgumentException whose message says what is.
 *
 * @param names those that may stand for numbers, the first one for {@code firstName}
 * @param cycle how many values come before the first one again; 0 = a range that descends is refused
 */
record CronField(String name, int min, int max, List<String> names, int firstName, int cycle) {
    static final CronField MINUTE = new CronField("minute", 0, 59, List.of(), 0, 0);
    static final CronField HOUR = new CronField("hour", 0, 23, List.of(), 0, 0);
    static final CronField DAY_OF_MONTH = new CronField("day of month", 1, 31, List.of(), 0, 0);
    static final CronField MONTH = new CronField(
            "month",
            1,
            12,
            List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"),
            1,
            12);
    /** Both 0 and 7 are Sunday. As a name it is 7, so that SAT-SUN ascends. */
    static final CronField DAY_OF_WEEK =
            new CronField("day of week", 0, 7, List.of("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"), 1, 7);

    private static final String VALUE = "([0-9]{1,3}|[A-Z]{3})";
    private static final Pattern ITEM = Pattern.compile("(?:\\*|" + VALUE + "(?:-" + VALUE + ")?)(?:/([0-9]{1,3}))?");
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,3}");

    /** True for a day field that leaves the day to the other one. */
    static boolean isAny(String field) {
        return field.equals("*") || field.equals("*/1");
    }

    /** Reads a list of items. */
    long list(String field) {
        long values = 0;
        for (String item : field.split(",", -1)) {
            values |= values(item);
        }
        return values;
    }

    /** Reads one item of a list: a star, a number or a range, with or without a step. Returns its values as a set of bits. */
    long values(String item) {
        Matcher parts = ITEM.matcher(item);
        if (!parts.matches()) {
            throw bad(expected());
        }
        String first = parts.group(1);
        String last = parts.group(2);
        int step = parts.group(3) == null ? 1 : step(parts.group(3));
        if (first == null) {
            return bits(min, max, step);
        }
        if (last == null) {
            return parts.group(3) == null
                    ? bits(number(first), number(first), 1)
                    : bits(inCycle(number(first)), max, step);
        }
        return range(number(first), number(last), step);
    }

    private long range(int first, int last, int step) {
        if (first <= last && first == inCycle(first)) {
            return bits(first, last, step);
        }
        if (cycle == 0) {
            throw bad("a range that ascends, such as " + first + '-' + max + ',' + min + '-' + last + " in place of "
                    + first + '-' + last);
        }
        int start = inCycle(first);
        int end = inCycle(last);
        return bits(start, end < start ? end + cycle : end, step);
    }

    private long bits(int first, int last, int step) {
        long bits = 0;
        for (int value = first; value <= last; value += step) {
            bits |= 1L << inCycle(value);
        }
        return bits;
    }

    /** Values beyond a cycle are those of the next one. */
    private int inCycle(int value) {
        return cycle == 0 ? value : Math.floorMod(value - min, cycle) + min;
    }

    /** A number in its bounds, or a name. */
    int number(String text) {
        int named = names.indexOf(text);
        if (named >= 0) {
            return named + firstName;
        }
        return number(text, min, max, expected());
    }

    private int step(String text) {
        return number(text, 1, max, "a step from 1 to " + max);
    }

    static int number(String text, int min, int max, String expected) {
        int number = DIGITS.matcher(text).matches() ? Integer.parseInt(text) : -1;
        if (number < min || number > max) {
            throw bad(expected);
        }
        return number;
    }

    private String expected() {
        String numbers = min + " to " + max;
        return names.isEmpty() ? numbers : numbers + " or " + names.get(0) + " to " + names.get(names.size() - 1);
    }

    /** The caller adds the field, its position and the expression. */
    static IllegalArgumentException bad(String expected) {
        return new IllegalArgumentException(expected);
    }
}
