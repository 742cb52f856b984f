package io.grape.server.beanstalkd;

import java.util.ArrayDeque;
import java.util.Deque;

/** What was sent and came last. */
final class FuzzLog {
    private static final int LINES = 60;
    private static final int LETTERS = 300;

    private final Deque<String> last = new ArrayDeque<>();

    /** The same twice in a row is shown once. */
    void add(String text) {
        String line = text.replace("\r\n", "\\r\\n").replace('\n', ' ');
        if (line.equals(last.peekLast())) {
            return;
        }
        if (last.size() == LINES) {
            last.removeFirst();
        }
        last.addLast(line.length() > LETTERS ? line.substring(0, LETTERS) + "..." : line);
    }

    @Override
    public String toString() {
        return String.join("\n", last);
    }
}
