package io.grape.bench.scenario;

import java.util.List;
import java.util.regex.Pattern;

/**
 * An option that a scenario takes.
 *
 * @param name without its dashes
 * @param kind what a value must be
 * @param fallback its value when it is not given
 * @param meaning for the help
 */
public record OptionSpec(String name, Kind kind, String fallback, String meaning) {
    /** What a value must be. */
    public enum Kind {
        WHOLE("a whole number from 1 to 999999999", "[1-9][0-9]{0,8}"),
        COUNT("a whole number from 0 to 999999999", "0|[1-9][0-9]{0,8}"),
        WHOLES("whole numbers with commas between", "[1-9][0-9]{0,8}(,[1-9][0-9]{0,8})*"),
        TEXT("a text", "(?s).+"),
        PAYLOAD("a whole number from 30 to 100000", "[3-9][0-9]|[1-9][0-9]{2,4}|100000"),
        REDIS("redis://[:password@]host[:port][/database]", "redis://[^\\s/]+(/[0-9]+)?"),
        URL("http://host:port", "http://[^/?#]+(/[^?#]*)?"),
        FLAG("nothing", "");

        private final String wanted;
        private final Pattern pattern;

        Kind(String wanted, String pattern) {
            this.wanted = wanted;
            this.pattern = Pattern.compile(pattern);
        }

        /** What is wanted, in words. */
        public String wanted() {
            return wanted;
        }

        public boolean accepts(String value) {
            return pattern.matcher(value).matches();
        }
    }

    /** How many times each row is measured. */
    public static final OptionSpec RUNS = whole("runs", 3, "runs of each row, of which the median is shown");

    /** How long one run takes. */
    public static final OptionSpec SECONDS = whole("seconds", 5, "length of one run");

    /** Load that is not measured. */
    public static final OptionSpec WARMUP =
            new OptionSpec("warmup", Kind.COUNT, "15", "seconds of load on each row before the first run");

    static final OptionSpec OUT =
            new OptionSpec("out", Kind.TEXT, "", "the file for the JSON; without it target/bench/SCENARIO.json");

    /** What every scenario that starts brokers takes. */
    static final List<OptionSpec> OF_STAGES = List.of(
            new OptionSpec("redis", Kind.REDIS, "", "the URI of the Redis to use; without it one is started"),
            new OptionSpec("jvm", Kind.TEXT, "", "options for the JVM of the brokers, with spaces between"));

    static OptionSpec whole(String name, int fallback, String meaning) {
        return new OptionSpec(name, Kind.WHOLE, Integer.toString(fallback), meaning);
    }

    static OptionSpec wholes(String name, String fallback, String meaning) {
        return new OptionSpec(name, Kind.WHOLES, fallback, meaning);
    }

    static OptionSpec flag(String name, String meaning) {
        return new OptionSpec(name, Kind.FLAG, "false", meaning);
    }
}
