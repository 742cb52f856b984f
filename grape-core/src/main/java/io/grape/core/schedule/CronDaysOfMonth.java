package io.grape.core.schedule;

import java.time.YearMonth;

/**
 * The field day of month of a cron expression. Sets are bits.
 *
 * @param isAny true if it leaves the day to the day of week
 * @param beforeLast counted from the end of the month: 0 = its last day
 */
record CronDaysOfMonth(boolean isAny, long days, long beforeLast) {
    private static final int MAX_BEFORE_LAST = 30;

    /** Reads an upper-case field. */
    static CronDaysOfMonth parse(String field) {
        long days = 0;
        long beforeLast = 0;
        for (String item : field.split(",", -1)) {
            if (item.equals("L")) {
                beforeLast |= 1;
            } else if (item.startsWith("L-")) {
                beforeLast |=
                        1L << CronField.number(item.substring(2), 1, MAX_BEFORE_LAST, "L-1 to L-" + MAX_BEFORE_LAST);
            } else {
                days |= CronField.DAY_OF_MONTH.values(item);
            }
        }
        return new CronDaysOfMonth(CronField.isAny(field), days, beforeLast);
    }

    boolean matches(YearMonth month, int day) {
        return (days & (1L << day)) != 0 || (beforeLast & (1L << (month.lengthOfMonth() - day))) != 0;
    }
}
