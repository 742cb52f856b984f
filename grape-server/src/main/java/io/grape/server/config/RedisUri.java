package io.grape.server.config;

import java.util.regex.Pattern;

/** The shapes of a Redis URI, and how one is shown: a password is in it. */
public final class RedisUri {
    private static final String LOGIN = "([^@/#\\s]*@)?";
    private static final String NODE = "([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?";
    private static final String NODES = NODE + "(," + NODE + ")*";
    private static final String DATABASE = "(/[0-9]{0,9})?";
    private static final Pattern RIGHT = Pattern.compile("rediss?://" + LOGIN + NODE + DATABASE
            + "|redis-sentinel://" + LOGIN + NODES + DATABASE + "#[A-Za-z0-9._-]+"
            + "|redis-cluster://" + LOGIN + NODES);
    private static final Pattern SCHEME = Pattern.compile("^[a-z+-]*://");

    private RedisUri() {}

    static boolean isRight(String text) {
        return RIGHT.matcher(text).matches();
    }

    /** The text with {@code ***} in place of a password. Whatever it is, nothing of what stands before its last @ is shown but a user's name. */
    public static String masked(String text) {
        int at = text.lastIndexOf('@');
        if (at < 0) {
            return text;
        }
        var scheme = SCHEME.matcher(text);
        int start = scheme.find() ? scheme.end() : 0;
        int colon = text.indexOf(':', start);
        String user = colon >= 0 && colon < at ? text.substring(start, colon + 1) : "";
        return text.substring(0, start) + user + "***" + text.substring(at);
    }
}
