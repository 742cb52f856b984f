package io.grape.bench.stage;

import io.grape.harness.HarnessFailure;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A connection to Redis, for what it says about itself. Not for load. */
public final class RedisPort implements AutoCloseable {
    private static final Pattern COMMAND = Pattern.compile("(?m)^cmdstat_(\\S+?):calls=([0-9]+)");
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int PAGE = 1000;

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;

    private RedisPort(RedisClient client) {
        this.client = client;
        this.connection = client.connect();
    }

    /** Connects to {@code redis://[:password@]host[:port][/database]}. */
    public static RedisPort to(String uri) {
        RedisURI address = RedisURI.create(uri);
        address.setTimeout(TIMEOUT);
        RedisClient client = RedisClient.create(address);
        try {
            return new RedisPort(client);
        } catch (RedisException e) {
            client.shutdown(Duration.ZERO, Duration.ZERO);
            throw new HarnessFailure("no Redis at " + address + ": " + e.getMessage(), e);
        }
    }

    /** What may be asked of it. */
    public RedisCommands<String, String> ask() {
        return connection.sync();
    }

    /** A number in INFO. */
    public double info(String section, String field) {
        Matcher line = Pattern.compile("(?m)^" + field + ":([0-9.]+)").matcher(ask().info(section));
        return line.find() ? Double.parseDouble(line.group(1)) : Double.NaN;
    }

    /** A text in INFO. */
    public String infoText(String section, String field) {
        Matcher line = Pattern.compile("(?m)^" + field + ":(\\S*)").matcher(ask().info(section));
        return line.find() ? line.group(1) : "";
    }

    /** How often each command was called so far, those of scripts included. */
    Map<String, Double> commands() {
        Map<String, Double> calls = new LinkedHashMap<>();
        COMMAND.matcher(ask().info("commandstats"))
                .results()
                .forEach(line -> calls.put(line.group(1), Double.valueOf(line.group(2))));
        return calls;
    }

    /** Seconds of CPU that the process has used. */
    public double cpuSeconds() {
        Matcher line = Pattern.compile("(?m)^used_cpu_(?:user|sys):([0-9.]+)").matcher(ask().info("cpu"));
        return line.results()
                .mapToDouble(used -> Double.parseDouble(used.group(1)))
                .sum();
    }

    /** Removes all keys that a pattern fits. */
    void removeKeys(String pattern) {
        ScanArgs page = ScanArgs.Builder.matches(pattern).limit(PAGE);
        ScanCursor cursor = ScanCursor.INITIAL;
        do {
            KeyScanCursor<String> found = ask().scan(cursor, page);
            if (!found.getKeys().isEmpty()) {
                ask().unlink(found.getKeys().toArray(String[]::new));
            }
            cursor = found;
        } while (!cursor.isFinished());
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
}
