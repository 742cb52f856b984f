package io.grape.chaos.stage;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How much of a file a power cut would have left, told from what strace saw of the calls to it: what had been written when the
 * last fdatasync began that also ended. The kernel may have written more; nobody may count on it.
 */
final class DiskTrace {
    private static final Pattern WRITTEN =
            Pattern.compile("\\d+ \\S+ (?:write\\(|<\\.\\.\\. write resumed>).* = (\\d+)");
    private static final Pattern SYNC_BEGUN = Pattern.compile("(\\d+) \\S+ fdatasync\\(.*");
    private static final Pattern SYNC_ENDED =
            Pattern.compile("(\\d+) \\S+ (?:fdatasync\\(|<\\.\\.\\. fdatasync resumed>).* = 0");

    /** What had been written when a thread last began to sync. */
    private final Map<String, Long> begun = new HashMap<>();

    private long written;
    private long synced;

    private DiskTrace() {}

    /**
     * How many bytes are sure to be there.
     *
     * @param lines what {@code strace -f -ttt -e trace=write,fdatasync -P <file>} wrote, from when the file was empty
     */
    static long syncedBytes(Stream<String> lines) {
        DiskTrace trace = new DiskTrace();
        lines.forEach(trace::read);
        return trace.synced;
    }

    private void read(String line) {
        Matcher write = WRITTEN.matcher(line);
        if (write.matches()) {
            written += Long.parseLong(write.group(1));
        }
        Matcher begin = SYNC_BEGUN.matcher(line);
        if (begin.matches()) {
            begun.put(begin.group(1), written);
        }
        Matcher end = SYNC_ENDED.matcher(line);
        if (end.matches()) {
            synced = Math.max(synced, begun.getOrDefault(end.group(1), 0L));
        }
    }
}
