package io.grape.address;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How the URI of a Redis is shown: passwords are in it. */
public final class RedisUri {
    private static final Pattern SCHEME = Pattern.compile("^[a-z+-]*://");
    private static final String HIDDEN = "***";

    private RedisUri() {}

    /**
     * The text with {@code ***} in place of passwords. Whatever it is, of what stands before its last @ only a user's name is shown,
     * and nothing of what stands behind a question mark.
     */
    public static String masked(String text) {
        Matcher scheme = SCHEME.matcher(text);
        int start = scheme.find() ? scheme.end() : 0;
        int at = text.lastIndexOf('@');
        int query = text.indexOf('?', start);
        if (query >= 0 && query < at) {
            return text.substring(0, start) + HIDDEN;
        }
        String place = query < 0 ? text.substring(at + 1) : text.substring(at + 1, query + 1) + HIDDEN;
        return at < 0 ? place : text.substring(0, start) + login(text.substring(start, at)) + "@" + place;
    }

    private static String login(String text) {
        int colon = text.indexOf(':');
        return text.substring(0, colon + 1) + HIDDEN;
    }
}
