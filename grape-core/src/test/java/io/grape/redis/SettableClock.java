package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.TubeName;
import io.grape.redis.script.Keys;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.time.Instant;

/**
 * The clock of one tube, in a key beside it: while it is set, the tube's scripts take it for Redis's time. Exists in tests
 * only; the scripts that a broker runs read nothing but Redis's own.
 */
public final class SettableClock {
    /** Reads the clock beside the tube; where none is set, and for the registry's scripts, Redis's own. */
    public static final String LUA = """
            local now = KEYS[1]:find('{', 1, true) and tonumber(redis.call('GET', KEYS[1] .. ':clock') or nil)
            if not now then
              local time = redis.call('TIME')
              now = time[1] * 1000 + math.floor(time[2] / 1000)
            end
            """;

    private final RedisCommands<String, String> redis;
    private final String key;
    private Instant now;

    private SettableClock(RedisCommands<String, String> redis, String key, Instant start) {
        this.redis = redis;
        this.key = key;
        this.now = start;
    }

    /** Sets the tube's clock to {@code start}, to the millisecond. */
    public static SettableClock of(
            RedisCommands<String, String> redis, String namespace, TubeName tube, Instant start) {
        SettableClock clock = new SettableClock(redis, key(namespace, tube), start);
        clock.set(start);
        return clock;
    }

    /** Where a tube's clock is. */
    public static String key(String namespace, TubeName tube) {
        return new String(new Keys(namespace).tube(tube).keys()[0], UTF_8) + ":clock";
    }

    public void set(Instant instant) {
        now = instant;
        redis.set(key, Long.toString(instant.toEpochMilli()));
    }

    public void advance(Duration step) {
        set(now.plus(step));
    }
}
