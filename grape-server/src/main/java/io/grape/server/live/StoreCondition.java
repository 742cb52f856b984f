package io.grape.server.live;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How Redis is for this broker.
 *
 * @param ping how long one call took
 * @param sinceTrouble how long ago a call failed or was shed because of Redis, null if none ever did
 */
record StoreCondition(Duration ping, @Nullable Duration sinceTrouble) {
    private static final Duration SLOW = Duration.ofMillis(50);
    private static final Duration LATELY = Duration.ofSeconds(60);

    boolean isBad() {
        return ping.compareTo(SLOW) > 0 || (sinceTrouble != null && sinceTrouble.compareTo(LATELY) <= 0);
    }
}
