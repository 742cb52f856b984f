package io.grape.client;

import java.time.Instant;
import java.time.LocalDate;

/** Reads times as brokers write them, such as {@code 2026-11-28T18:01:05.919Z}. */
final class WireTime {
    private static final String SHAPE = "0000-00-00T00:00:00.000Z";
    private static final int SECONDS_PER_DAY = 24 * 60 * 60;

    private WireTime() {}

    /** {@link Instant#parse} does the same for any text, but costs more than the rest of a job. */
    static Instant parse(String text) {
        if (!hasShape(text)) {
            return Instant.parse(text);
        }
        int hour = digits(text, 11, 13);
        int minute = digits(text, 14, 16);
        int second = digits(text, 17, 19);
        if (hour > 23 || minute > 59 || second > 59) {
            return Instant.parse(text);
        }
        long day = LocalDate.of(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10))
                .toEpochDay();
        long seconds = day * SECONDS_PER_DAY + (hour * 60L + minute) * 60 + second;
        return Instant.ofEpochSecond(seconds, digits(text, 20, 23) * 1_000_000L);
    }

    private static boolean hasShape(String text) {
        if (text.length() != SHAPE.length()) {
            return false;
        }
        for (int at = 0; at < SHAPE.length(); at++) {
            char one = text.charAt(at);
            char shape = SHAPE.charAt(at);
            if (shape == '0' ? one < '0' || one > '9' : one != shape) {
                return false;
            }
        }
        return true;
    }

    private static int digits(String text, int from, int to) {
        int value = 0;
        for (int at = from; at < to; at++) {
            value = value * 10 + text.charAt(at) - '0';
        }
        return value;
    }
}
