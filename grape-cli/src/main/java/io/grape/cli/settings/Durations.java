package io.grape.cli.settings;

import java.time.Duration;

/** Durations as people write them, and as options and files take them. */
public final class Durations {
    private static final String[] UNITS = {"d", "h", "m", "s"};
    private static final long[] MILLIS = {86_400_000, 3_600_000, 60_000, 1000};

    private Durations() {}

    /** All of it, such as {@code 1h30m} or {@code 500ms}. */
    public static String text(Duration duration) {
        StringBuilder text = new StringBuilder();
        long rest = duration.toMillis();
        for (int i = 0; i < MILLIS.length; i++) {
            if (rest >= MILLIS[i]) {
                text.append(rest / MILLIS[i]).append(UNITS[i]);
                rest %= MILLIS[i];
            }
        }
        return rest > 0 || text.isEmpty() ? text.append(rest).append("ms").toString() : text.toString();
    }

    /** The two largest units of it, such as {@code 3d4h}. */
    public static String shortText(Duration duration) {
        long millis = duration.toMillis();
        for (int i = 0; i < MILLIS.length; i++) {
            if (millis >= MILLIS[i]) {
                long unit = i + 1 < MILLIS.length ? MILLIS[i + 1] : MILLIS[i];
                return text(Duration.ofMillis(millis / unit * unit));
            }
        }
        return millis + "ms";
    }
}
