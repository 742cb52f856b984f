package io.grape.command;

import java.util.List;
import java.util.Map;

/**
 * Refuses text that Java may have read wrongly. Java decodes arguments, variables and file names in the encoding of the locale, and
 * silently replaces what that lacks: in a POSIX locale two passwords in Chinese become one.
 */
public final class Utf8 {
    private static final String NAME = "UTF-8";
    private static final String REMEDY = "set LC_ALL=C.UTF-8, or use ./grape, which sets it";
    private static final int REPLACEMENT = 0xfffd;
    private static final int MAX_ASCII = 0x7f;

    private Utf8() {}

    /** The encoding in which this process got its arguments. */
    public static String encoding() {
        return System.getProperty("sun.jnu.encoding", NAME);
    }

    /** Checks the arguments, and the variables that Grape's programs read. Fails with BAD_REQUEST. */
    public static void check(String encoding, List<String> args, Map<String, String> environment) {
        for (int i = 0; i < args.size(); i++) {
            check(encoding, "argument " + (i + 1), args.get(i));
        }
        environment.forEach((name, value) -> {
            if (name.startsWith("GRAPE_")) {
                check(encoding, name, value);
            }
        });
    }

    /** Checks a text that was decoded in this encoding. Fails with BAD_REQUEST, which does not show the text. */
    public static void check(String encoding, String what, String text) {
        boolean isUtf8 = encoding.equalsIgnoreCase(NAME);
        if (!isUtf8 && text.chars().anyMatch(point -> point > MAX_ASCII)) {
            throw Words.usage(what + ": expected ASCII in a locale whose encoding is " + encoding + "; " + REMEDY);
        }
        if (text.indexOf(REPLACEMENT) >= 0) {
            throw Words.usage(what + ": expected UTF-8, got other bytes");
        }
    }
}
