package io.grape.server.beanstalkd;

import java.util.regex.Pattern;

/**
 * Recognizes the lines of an HTTP request. A web page can make a browser send a request to this port, and without this check the
 * lines of its body would run as commands. No command of the protocol matches.
 */
final class HttpLine {
    private static final Pattern LINE = Pattern.compile("(?is)\\S+ .* HTTP/\\d.*|Host\\s*:.*");
    /** The first bytes of a request line that is longer than any command, so that its end has not been read. */
    private static final Pattern LONG_LINE =
            Pattern.compile("(?is)(GET|HEAD|POST|PUT|DELETE|CONNECT|OPTIONS|TRACE|PATCH) .*[/*].*|Host\\s*:.*");

    private HttpLine() {}

    static boolean matches(String line) {
        return LINE.matcher(line).matches();
    }

    static boolean matchesBeginning(String longLine) {
        return matches(longLine) || LONG_LINE.matcher(longLine).matches();
    }
}
