package io.grape.core.schedule;

import java.time.YearMonth;

/**
 * The field day of week of a cron expression. Sets are bits; a day is 0 (Sunday) to 6.
 *
 * @param isAny true if it leaves the day to the day of month
 * @param last those of which the last one of a month matches
 * @param nth those of which one matches: seven bits for the first ones of a month, seven for the second ones, and so on
 */
record CronDaysOfWeek(boolean isAny, long days, long last, long nth) {
    private static final int DAYS = 7;
    private static final int MAX_NTH = 5;

    /** Reads an upper-case field. */
    static CronDaysOfWeek parse(String field) {
        long days = 0;
        long last = 0;
        long nth = 0;
        for (String item : field.split(",", -1)) {
            int hash = item.indexOf('#');
            if (hash >= 0) {
                int which = CronField.number(item.substring(hash + 1), 1, MAX_NTH, "#1 to #" + MAX_NTH);
                nth |= 1L << ((which - 1) * DAYS + day(item.substring(0, hash)));
            } else if (item.equals("L")) {
                days |= 1;
            } else if (item.endsWith("L")) {
                last |= 1L << day(item.substring(0, item.length() - 1));
            } else {
                days |= CronField.DAY_OF_WEEK.values(item);
            }
        }
        return new CronDaysOfWeek(CronField.isAny(field), days, last, nth);
    }

    private static int day(String text) {
        return CronField.DAY_OF_WEEK.number(text) % DAYS;
    }

    boolean matches(YearMonth month, int day) {
        int dayOfWeek = month.atDay(day).getDayOfWeek().getValue() % DAYS;
        return (days & (1L << dayOfWeek)) != 0
                || (nth & (1L << ((day - 1) / DAYS * DAYS + dayOfWeek))) != 0
                || (day > month.lengthOfMonth() - DAYS && (last & (1L << dayOfWeek)) != 0);
    }
}
