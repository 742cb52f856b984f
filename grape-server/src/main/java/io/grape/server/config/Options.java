package io.grape.server.config;

import io.grape.server.address.TrustedProxies;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The table of all options, each of them once. What is understood, {@code --help}, the line in the log and the table in
 * {@code docs/operations.md#options} are made from it.
 */
public final class Options {
    private static final List<Option<?>> TABLE = new ArrayList<>();

    public static final Option<Path> CONFIG =
            option("config", OptionType.PATH, null, "a YAML file with further options");
    public static final Option<String> HOST =
            option("host", OptionType.HOSTNAME, "127.0.0.1", "the address that all ports bind to");
    public static final Option<Integer> HTTP_PORT =
            option("http-port", OptionType.PORT, "9521", "the port of the HTTP API");
    public static final Option<Integer> MAX_CONNECTIONS = option(
            "max-connections",
            OptionType.integer("N", 1, 1_000_000, "a number from 1 to 1000000"),
            "2000",
            "connections that the HTTP API serves at a time; further ones may only check health and acknowledge");
    private static final OptionType<Integer> SOME = OptionType.integer("N", 1, 1_000_000, "a number from 1 to 1000000");
    public static final Option<Integer> CONNECTIONS_OF_ADDRESS = option(
            "max-connections-per-address",
            SOME,
            null,
            "connections of one address, unless it is a trusted proxy; default: three quarters of --max-connections");
    public static final Option<Integer> CALLS_OF_ONE = option(
            "max-calls-per-client",
            SOME,
            null,
            "calls in progress of one address, user or token; default: three quarters of --max-connections");
    public static final Option<Integer> WAITS_OF_ONE = option(
            "max-waits-per-client",
            SOME,
            null,
            "waiting consumes of one address, user or token; default: three quarters of --max-connections");
    public static final Option<Integer> STREAMS_OF_ADDRESS =
            option("max-streams-per-address", SOME, null, "open console streams of one address; default: 150");
    public static final Option<Integer> MAX_PAYLOAD = option(
            "max-payload-bytes",
            OptionType.integer("N", 1024, 16_777_216, "a number from 1024 to 16777216"),
            "1048576",
            "the longest payload; a longer one is refused with 413");
    public static final Option<Duration> DRAIN = option(
            "drain-ms",
            OptionType.millis(0, 8_000),
            "1000",
            "how long a broker that shuts down still listens, so that clients and balancers notice");
    public static final Option<String> AUTH = option(
            "auth",
            OptionType.AUTH,
            "auto",
            "whether callers must sign in; auto = none if --host is a loopback address, else required");
    public static final Option<Set<String>> ALLOWED_HOSTS = option(
            "allowed-hosts",
            OptionType.HOSTS,
            null,
            "names with a dot by which browsers may call a broker without sign-in, or any broker if set; * = all names");
    public static final Option<Integer> MAX_TUBES = option(
            "max-tubes-per-principal",
            OptionType.integer("N", 1, 10_000, "a number from 1 to 10000"),
            "1000",
            "existing tubes that one user, or the tokens of one name, may have created");
    public static final Option<TrustedProxies> TRUSTED_PROXIES =
            option("trusted-proxies", OptionType.PROXIES, null, "proxies whose X-Forwarded-For is trusted");
    public static final Option<Path> TLS_CERT =
            option("tls-cert", OptionType.PATH, null, "a certificate chain in PEM; all ports then use TLS");
    public static final Option<Path> TLS_KEY = option("tls-key", OptionType.PATH, null, "its key, in PEM");
    public static final Option<Integer> CONSOLE_PORT = option(
            "console-port", OptionType.PORT, "9595", "the port of the console; if it is not set and taken, a free one");
    public static final Option<String> CONSOLE_BASE_PATH =
            option("console-base-path", OptionType.BASE_PATH, "/", "the path of the console behind a proxy");
    public static final Option<String> ENVIRONMENT = option(
            "environment", OptionType.LABEL, null, "a label that the console shows beside its name, such as PROD");
    public static final Option<Integer> BEANSTALKD_PORT = option(
            "beanstalkd-port",
            OptionType.NO_DOOR,
            "-1",
            "the port of the beanstalkd protocol, which is not available yet");
    public static final Option<String> REDIS = option(
            "redis", OptionType.REDIS, null, "the Redis that holds the jobs; without it an embedded one is started");
    public static final Option<Duration> REDIS_TIMEOUT =
            option("redis-timeout-ms", OptionType.millis(50, 60_000), "2000", "the deadline of one call to Redis");
    public static final Option<Duration> REDIS_WAIT = option(
            "redis-wait-ms",
            OptionType.millis(0, 3_600_000),
            "30000",
            "how long a start retries while the Redis of --redis cannot be reached");
    public static final Option<Boolean> ALLOW_UNSAFE_REDIS = option(
            "allow-unsafe-redis",
            OptionType.BOOLEAN,
            "false",
            "start on a Redis whose settings may lose jobs; logged as an error");
    public static final Option<String> NAMESPACE =
            option("namespace", OptionType.NAME, "grape", "what every key in Redis begins with");
    public static final Option<Path> DATA_DIR =
            option("data-dir", OptionType.PATH, "data", "where the embedded Redis keeps its files");
    public static final Option<Integer> METRICS_TUBES = option(
            "metrics-tubes",
            OptionType.integer("N", 0, 10_000, "a number from 0 to 10000"),
            "100",
            "how many tubes, the first by name, have their own label in the metrics; the rest is _other");
    public static final Option<Integer> SELF_CHECK = option(
            "self-check-per-second",
            OptionType.integer("N", 0, 1_000_000, "a number from 0 to 1000000, 0 = off"),
            "1000",
            "the maximum number of jobs that the self-check checks in a second, all brokers together");
    public static final Option<URI> THROUGH = option(
            "through",
            OptionType.HTTP,
            null,
            "for ./grape doctor: the address that clients call, to check whether a proxy cuts off waits");
    public static final Option<Duration> THROUGH_WAIT = option(
            "through-wait-ms",
            OptionType.millis(0, 60_000),
            "60000",
            "for ./grape doctor: the longest waitMs that clients ask for");

    /** They mean nothing to a broker. */
    private static final List<Option<?>> OF_DOCTOR = List.of(THROUGH, THROUGH_WAIT);

    private Options() {}

    /** In the order in which they are shown. */
    public static List<Option<?>> all() {
        return Collections.unmodifiableList(TABLE);
    }

    static Optional<Option<?>> find(Predicate<Option<?>> wanted) {
        return TABLE.stream().filter(wanted).findFirst();
    }

    /** What {@code ./grape server --help} says. */
    public static String help() {
        return "usage: ./grape server [options]\n\n" + brokerOptions();
    }

    /** What {@code ./grape doctor --help} says. */
    public static String doctorHelp() {
        return "usage: ./grape doctor [options]\n\n" + shown(option -> true);
    }

    /** The options of a broker, as the help of another word shows them. */
    public static String brokerOptions() {
        return shown(option -> !OF_DOCTOR.contains(option));
    }

    private static String shown(Predicate<Option<?>> wanted) {
        StringBuilder text = new StringBuilder();
        for (Option<?> option : TABLE.stream().filter(wanted).toList()) {
            text.append(String.format(
                    "  %-26s %s%n", option.flag() + " " + option.form().placeholder(), option.description()));
            text.append(
                    String.format("  %-26s %s; default: %s%n", "", option.form().expected(), shownDefault(option)));
        }
        return text.append("\nEach is also an environment variable (")
                .append(HTTP_PORT.variable())
                .append(") and, save for --config, a key of the file (")
                .append(HTTP_PORT.name())
                .append(": 9521).\nA flag beats the environment, the environment beats the file.\n")
                .toString();
    }

    static String shownDefault(Option<?> option) {
        String fallback = option.fallback();
        return fallback == null ? "none" : fallback;
    }

    private static <T> Option<T> option(
            String name, OptionType<T> form, @Nullable String fallback, String description) {
        Option<T> option = new Option<>(name, form, fallback, description);
        TABLE.add(option);
        return option;
    }
}
