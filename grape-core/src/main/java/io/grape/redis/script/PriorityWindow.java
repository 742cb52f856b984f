package io.grape.redis.script;

import java.util.Arrays;
import java.util.List;

/**
 * The lowest priorities above a given one, in order.
 *
 * @param more whether there are others above them
 */
@SuppressWarnings("ArrayRecordComponent")
public record PriorityWindow(long[] found, boolean more) {
    /** The lowest of these above a given one, up to a maximum. */
    public List<Long> above(long priority, int atMost) {
        int at = Arrays.binarySearch(found, priority);
        return Arrays.stream(found)
                .skip(at < 0 ? -at - 1L : at + 1L)
                .limit(atMost)
                .boxed()
                .toList();
    }
}
