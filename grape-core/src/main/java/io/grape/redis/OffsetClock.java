package io.grape.redis;

import io.grape.redis.script.Keys;
import io.grape.redis.script.Script;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * A clock ahead of Redis's, for tests. A key stores the offset, which the scripts of a store with this clock read. Only
 * for a standalone Redis. No option of a broker enables it.
 */
public final class OffsetClock implements AutoCloseable {
    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;
    private final String key;
    private Duration ahead = Duration.ZERO;

    private OffsetClock(RedisClient client, String key) {
        this.client = client;
        this.connection = client.connect();
        this.key = key;
    }

    /** Connects; blocks. */
    public static OffsetClock of(String uri, String namespace) {
        return new OffsetClock(RedisClient.create(uri), Keys.checked(namespace) + ":ahead");
    }

    String lua() {
        return Script.CLOCK + "now = now + tonumber(redis.call('GET', '" + key + "') or 0)\n";
    }

    /** Asks Redis; blocks. */
    public synchronized Instant now() {
        List<String> secondsAndMicros = connection.sync().time();
        return Instant.ofEpochSecond(Long.parseLong(secondsAndMicros.get(0)))
                .plus(Long.parseLong(secondsAndMicros.get(1)), ChronoUnit.MICROS)
                .plus(ahead);
    }

    /** Moves the clock further ahead, in whole ms, rounded up; blocks. */
    public synchronized void advance(Duration step) {
        ahead = ahead.plus(step).plusNanos(999_999).truncatedTo(ChronoUnit.MILLIS);
        connection.sync().set(key, Long.toString(ahead.toMillis()));
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown();
    }
}
