package io.grape.server.beanstalkd;

import java.util.regex.Pattern;

/**
 * Recognizes the lines of an HTTP request. A web page can make a browser send a request to this port, and without this check the
 * lines of its body would run as commands. No command of the protocol matches.
 */
final class HttpLine {
    private static final String VERSION = " HTTP/";
    private static final String HOST = "host";
    /** The first bytes of a request line that is longer than any command, so that its end has not been read. */
    private static final Pattern LONG_LINE =
            Pattern.compile("(?s)(GET|HEAD|POST|PUT|DELETE|CONNECT|OPTIONS|TRACE|PATCH) .*[/*].*");

    private HttpLine() {}

    /** Every command is checked, so this is cheap where the line has neither. */
    static boolean matches(String line) {
        int version = line.indexOf(VERSION);
        return version >= 0 ? line.indexOf(' ') < version : isHost(line);
    }

    private static boolean isHost(String line) {
        if (!line.regionMatches(true, 0, HOST, 0, HOST.length())) {
            return false;
        }
        return line.substring(HOST.length()).stripLeading().startsWith(":");
    }

    static boolean matchesBeginning(String longLine) {
        return matches(longLine) || LONG_LINE.matcher(longLine).matches();
    }
}
