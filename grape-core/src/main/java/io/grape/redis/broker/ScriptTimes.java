package io.grape.redis.broker;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How many scripts a Redis has run since its start, by its own measure of their time.
 *
 * @param all how many
 * @param slow those of them that took longer than a limit
 * @param verySlow those that took longer than twice that
 */
record ScriptTimes(long all, long slow, long verySlow) {
    private static final int CALLS = 1;
    private static final int BUCKETS = 3;

    /**
     * Reads the reply of LATENCY HISTOGRAM: by command, the calls, and pairs of a time in microseconds and how many took no
     * longer. The times about double, and a script counts as the time that it did not exceed.
     */
    static ScriptTimes read(List<?> reply, Duration slow) {
        long all = 0;
        long atMostSlow = 0;
        long atMostVerySlow = 0;
        for (int at = 1; at < reply.size(); at += 2) {
            List<?> command = (List<?>) reply.get(at);
            List<?> buckets = (List<?>) command.get(BUCKETS);
            all += (Long) command.get(CALLS);
            atMostSlow += atMost(buckets, slow);
            atMostVerySlow += atMost(buckets, slow.multipliedBy(2));
        }
        return new ScriptTimes(all, all - atMostSlow, all - atMostVerySlow);
    }

    private static long atMost(List<?> buckets, Duration time) {
        long found = 0;
        for (int at = 0; at < buckets.size(); at += 2) {
            if ((Long) buckets.get(at) <= TimeUnit.NANOSECONDS.toMicros(time.toNanos())) {
                found = (Long) buckets.get(at + 1);
            }
        }
        return found;
    }

    ScriptTimes since(ScriptTimes before) {
        return new ScriptTimes(all - before.all, slow - before.slow, verySlow - before.verySlow);
    }

    /** True if these can follow others; not if Redis has begun to count anew. */
    boolean follows(ScriptTimes before) {
        return all >= before.all && slow >= before.slow && verySlow >= before.verySlow;
    }
}
