package io.grape.harness;

import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** The replicas of a primary. */
public final class RedisReplicas {
    private static final Pattern WRITTEN = Pattern.compile("master_repl_offset:(\\d+)");
    private static final Pattern REACHED = Pattern.compile("state=online,offset=(\\d+)");

    private RedisReplicas() {}

    /**
     * Waits until so many replicas have everything that was written before this call. A machine under load may hold replicas back
     * for longer than any fault is said to undo; how far they lag when it begins is then known.
     */
    public static void awaitCaughtUp(RedisNode primary, int replicas) {
        long[] written = {-1};
        Sleep.until(replicas + " replicas to catch up", () -> {
            String told = primary.info("replication");
            if (written[0] < 0) {
                written[0] = numbers(WRITTEN, told).findFirst().orElse(-1);
            }
            return written[0] >= 0
                    && numbers(REACHED, told)
                                    .filter(reached -> reached >= written[0])
                                    .count()
                            >= replicas;
        });
    }

    private static LongStream numbers(Pattern pattern, String told) {
        return pattern.matcher(told).results().mapToLong(found -> Long.parseLong(found.group(1)));
    }
}
