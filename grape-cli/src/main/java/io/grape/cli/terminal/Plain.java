package io.grape.cli.terminal;

import java.util.Locale;

/** Text that cannot take a terminal over: values of jobs are anybody's. */
public final class Plain {
    private Plain() {}

    /** A text with its control characters, line breaks too, as JSON escapes them. */
    public static String text(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (Character.isISOControl(point)) {
                plain.append(String.format(Locale.ROOT, "\\u%04x", point));
            } else {
                plain.appendCodePoint(point);
            }
        });
        return plain.toString();
    }
}
