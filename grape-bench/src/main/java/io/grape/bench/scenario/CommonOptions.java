package io.grape.bench.scenario;

import io.grape.command.Option;
import io.grape.command.ValueType;
import java.net.URI;
import java.util.Arrays;
import java.util.List;

/** Options that several scenarios take, and what their texts may be. */
public final class CommonOptions {
    private static final int MAX = 999_999_999;

    static final ValueType<Integer> WHOLE = ValueType.integer(1, MAX);
    static final ValueType<Integer> COUNT = ValueType.integer(0, MAX);
    static final ValueType<String> TEXT = ValueType.text("TEXT", "a text", "(?s).+");
    public static final ValueType<URI> URL = ValueType.text("URL", "http://host:port", "http://[^/?#]+(/[^?#]*)?")
            .map(URI::create);

    private static final ValueType<List<Integer>> WHOLES = ValueType.text(
                    "N,...", "whole numbers with commas between", "[1-9][0-9]{0,8}(,[1-9][0-9]{0,8})*")
            .map(text -> Arrays.stream(text.split(",")).map(Integer::valueOf).toList());
    private static final ValueType<String> REDIS =
            ValueType.text("URI", "redis://[:password@]host[:port][/database]", "redis://[^\\s/]+(/[0-9]+)?");

    /** How many times each row is measured. */
    public static final Option<Integer> RUNS = whole("runs", 3, "runs of each row, of which the median is shown");

    /** How long one run takes. */
    public static final Option<Integer> SECONDS = whole("seconds", 5, "length of one run");

    /** Load that is not measured. */
    public static final Option<Integer> WARMUP =
            new Option<>("warmup", COUNT, "15", "seconds of load on each row before the first run");

    static final Option<String> OUT =
            new Option<>("out", TEXT, null, "the file for the JSON; without it target/bench/SCENARIO.json");

    /** What every scenario that starts brokers takes. */
    static final List<Option<?>> OF_STAGES = List.of(
            new Option<>("redis", REDIS, null, "the URI of the Redis to use; without it one is started"),
            new Option<>("jvm", TEXT, null, "options for the JVM of the brokers, with spaces between"));

    private CommonOptions() {}

    static Option<Integer> whole(String name, int fallback, String meaning) {
        return new Option<>(name, WHOLE, Integer.toString(fallback), meaning);
    }

    static Option<List<Integer>> wholes(String name, String fallback, String meaning) {
        return new Option<>(name, WHOLES, fallback, meaning);
    }
}
