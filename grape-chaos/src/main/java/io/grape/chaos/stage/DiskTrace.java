package io.grape.chaos.stage;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How much of a file a power cut takes, told from what strace saw of the calls to it: what was written since the last fdatasync
 * began that also ended. The kernel may have brought more to the disk; nobody may count on it.
 */
final class DiskTrace {
    private static final Pattern WRITTEN =
            Pattern.compile("\\d+ +\\S+ (?:write\\(|<\\.\\.\\. write resumed>).* = (\\d+)");
    private static final Pattern SYNC_BEGUN = Pattern.compile("(\\d+) +\\S+ fdatasync\\(.*");
    private static final Pattern SYNC_ENDED =
            Pattern.compile("(\\d+) +\\S+ (?:fdatasync\\(|<\\.\\.\\. fdatasync resumed>).* = 0");

    /** What had been written when a thread last began to sync. */
    private final Map<String, Long> begun = new HashMap<>();

    private long written;
    /** What of that is sure to be on the disk; -1 = no sync was seen. */
    private long synced = -1;

    private DiskTrace() {}

    /**
     * How many bytes at the end of the file go; empty where no sync was seen.
     *
     * @param lines what {@code strace -f -ttt -e trace=write,fdatasync -P <file>} wrote
     */
    static OptionalLong unsyncedBytes(Stream<String> lines) {
        DiskTrace trace = new DiskTrace();
        lines.forEach(trace::read);
        return trace.synced < 0 ? OptionalLong.empty() : OptionalLong.of(trace.written - trace.synced);
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
            // One that began before strace came is as good as none.
            synced = Math.max(synced, begun.getOrDefault(end.group(1), -1L));
        }
    }
}
