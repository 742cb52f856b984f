package io.grape.address;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How the URI of a Redis is shown: a password is in it. */
public final class RedisUri {
    private static final Pattern SCHEME = Pattern.compile("^[a-z+-]*://");

    private RedisUri() {}

    /** The text with {@code ***} in place of a password. Whatever it is, of what stands before its last @ only a user's name is shown. */
    public static String masked(String text) {
        int at = text.lastIndexOf('@');
        if (at < 0) {
            return text;
        }
        Matcher scheme = SCHEME.matcher(text);
        int start = scheme.find() ? scheme.end() : 0;
        int colon = text.indexOf(':', start);
        String user = colon >= 0 && colon < at ? text.substring(start, colon + 1) : "";
        return text.substring(0, start) + user + "***" + text.substring(at);
    }
}
