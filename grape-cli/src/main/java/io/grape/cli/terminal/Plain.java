package io.grape.cli.terminal;

import java.util.Locale;

/** Text that cannot take a terminal over, or show something else than it is: values of jobs are anybody's. */
public final class Plain {
    private static final int TAGS = 0xe0000;
    private static final int END_OF_TAGS = 0xe0fff;

    private Plain() {}

    /**
     * A text in which characters that control a terminal, change the direction of text or cannot be seen are escaped as in JSON,
     * line breaks too.
     */
    public static String text(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (isHidden(point)) {
                for (char part : Character.toChars(point)) {
                    plain.append(String.format(Locale.ROOT, "\\u%04x", (int) part));
                }
            } else {
                plain.appendCodePoint(point);
            }
        });
        return plain.toString();
    }

    /** Whether a code point controls a terminal, or cannot be seen. */
    public static boolean isHidden(int point) {
        return switch (Character.getType(point)) {
            // C0, C1 and DEL; bidirectional controls, zero-width characters and the byte order mark; unpaired
            // surrogates.
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> isIgnorable(point);
        };
    }

    /** Of other categories, but shown as nothing: fillers, joiners and tags. */
    private static boolean isIgnorable(int point) {
        return switch (point) {
            case 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180c, 0x180d, 0x180f, 0x2065, 0x3164, 0xffa0 -> true;
            default -> point >= TAGS && point <= END_OF_TAGS;
        };
    }
}
