package io.grape.redis.script;

import org.jspecify.annotations.Nullable;

/**
 * Which lanes to read.
 *
 * @param after the one that all come after
 * @param most a maximum
 * @param key only those that may have jobs of this key; null = any
 */
public record LaneQuery(Lane after, int most, @Nullable String key) {
    boolean wants(Lane lane) {
        return lane.compareTo(after) > 0 && !lane.equals(Lane.DEFAULT) && (key == null || lane.mayHave(key));
    }
}
