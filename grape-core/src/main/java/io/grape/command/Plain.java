package io.grape.command;

import java.util.regex.Pattern;

/** Text for a terminal. Names of tubes, files and clients are anybody's, and must not take the terminal over. */
public final class Plain {
    /** As the log: control characters, and what changes the order of text or cannot be seen. */
    private static final Pattern UNPRINTABLE = Pattern.compile("(?![\n\t])[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private Plain() {}

    /** The text with a question mark in place of each character that is not printed. Lines stay. */
    public static String text(String text) {
        return UNPRINTABLE.matcher(text).replaceAll("?");
    }
}
