package io.grape.bench.stage;

import java.util.List;
import java.util.Map;

/** The commands and scripts of a Redis that took longest, told by its own log, of which nothing is removed. */
public final class SlowLog {
    private static final String FROM = "slowlog-log-slower-than";
    private static final String MAX = "slowlog-max-len";
    private static final int FROM_MICROS = 200;
    private static final int ENTRIES = 4096;
    private static final int ID_AT = 0;
    private static final int MICROS_AT = 2;

    private final RedisPort port;
    private long last;

    private SlowLog(RedisPort port) {
        this.port = port;
    }

    /** Begins to look; what is to be done to set that Redis as it was goes to the cleanup first. */
    static SlowLog begin(Redis redis, Cleanup cleanup) {
        RedisPort port = redis.port();
        String from = setting(port, FROM);
        String most = setting(port, MAX);
        cleanup.add(() -> set(port, from, most));
        set(port, Integer.toString(FROM_MICROS), Integer.toString(ENTRIES));
        return new SlowLog(port).start();
    }

    private static String setting(RedisPort port, String name) {
        return port.ask().configGet(name).getOrDefault(name, "");
    }

    private static void set(RedisPort port, String slowerThan, String entries) {
        port.ask().configSet(Map.of(FROM, slowerThan, MAX, entries));
    }

    /** From here on only what comes now counts. */
    public SlowLog start() {
        last = entries(1).stream()
                .mapToLong(entry -> number(entry, ID_AT))
                .max()
                .orElse(-1);
        return this;
    }

    /** The milliseconds of the slowest one since the start; 0.2 where none took that long. */
    public double slowestMillis() {
        return entries(ENTRIES).stream()
                        .filter(entry -> number(entry, ID_AT) > last)
                        .mapToLong(entry -> number(entry, MICROS_AT))
                        .reduce(FROM_MICROS, Math::max)
                / 1e3;
    }

    /** The newest ones. */
    private List<?> entries(int most) {
        return port.ask().slowlogGet(most);
    }

    private static long number(Object entry, int at) {
        return (Long) ((List<?>) entry).get(at);
    }
}
