package io.grape.cli.terminal;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses text that Java may have read wrongly. Java decodes arguments, variables and file names in the encoding of the locale, and
 * silently replaces what that lacks: in a POSIX locale two ids in Chinese become one.
 */
public final class Utf8 {
    private static final String NAME = "UTF-8";
    private static final String REMEDY = "set LC_ALL=C.UTF-8, or use ./grape, which sets it";
    private static final Set<String> FILES = Set.of("HOME", "XDG_CONFIG_HOME");
    private static final int REPLACEMENT = 0xfffd;
    private static final int MAX_ASCII = 0x7f;

    private Utf8() {}

    /** The encoding in which this process got its arguments. */
    public static String encoding() {
        return System.getProperty("sun.jnu.encoding", NAME);
    }

    /** Checks the arguments, and the variables that commands read. Fails with a {@link UsageException}. */
    public static void check(String encoding, String[] args, Map<String, String> env) {
        for (int i = 0; i < args.length; i++) {
            check(encoding, "argument " + (i + 1), args[i]);
        }
        env.forEach((name, value) -> {
            if (name.startsWith("GRAPE_") || FILES.contains(name)) {
                check(encoding, name, value);
            }
        });
    }

    private static void check(String encoding, String what, String text) {
        boolean isUtf8 = encoding.equalsIgnoreCase(NAME);
        if (!isUtf8 && text.chars().anyMatch(point -> point > MAX_ASCII)) {
            throw new UsageException(
                    what + ": expected ASCII in a locale whose encoding is " + encoding + "; " + REMEDY);
        }
        if (text.indexOf(REPLACEMENT) >= 0) {
            throw new UsageException(what + ": expected UTF-8, got other bytes");
        }
    }

    /** Why other programs could not be given text in UTF-8; null: they can. */
    public static @Nullable String flaw(String encoding) {
        return encoding.equalsIgnoreCase(NAME)
                ? null
                : "expected a UTF-8 locale, got one whose encoding is " + encoding + "; " + REMEDY;
    }
}
