package io.grape.server.config;

import io.grape.command.Option;
import io.grape.command.ValueType;
import io.grape.command.Words;
import io.grape.server.address.TrustedProxies;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The table of all options, each of them once. What is understood, {@code --help}, the line in the log and the table in
 * {@code docs/operations.md#options} are made from it.
 */
public final class Options {
    /** What the environment variables of options begin with. */
    static final String PREFIX = "GRAPE_";

    private static final List<Option<?>> TABLE = new ArrayList<>();

    public static final Option<Path> CONFIG =
            option("config", ValueType.PATH, null, "a YAML file with further options");
    public static final Option<String> HOST =
            option("host", OptionTypes.HOSTNAME, "127.0.0.1", "the address that all ports bind to");
    public static final Option<Integer> HTTP_PORT =
            option("http-port", OptionTypes.PORT, "9521", "the port of the HTTP API");
    public static final Option<Integer> MAX_CONNECTIONS = option(
            "max-connections",
            ValueType.integer(1, 1_000_000),
            "2000",
            "connections that the HTTP API serves at a time; further ones may only check health and acknowledge");
    private static final ValueType<Integer> SOME = ValueType.integer(1, 1_000_000);
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
            ValueType.integer(1024, 16_777_216),
            "1048576",
            "the longest payload; a longer one is refused with 413");
    public static final Option<Duration> DRAIN = option(
            "drain-ms",
            ValueType.millis(0, 8_000),
            "1000",
            "how long a broker that shuts down still listens, so that clients and balancers notice");
    public static final Option<Duration> WORKER_GRACE = option(
            "worker-grace-ms",
            ValueType.millis(0, 60_000),
            "2000",
            "how long a worker may be without its presence stream before its leases end; 0 = they end with their time");
    public static final Option<String> AUTH = option(
            "auth",
            OptionTypes.AUTH,
            "auto",
            "whether callers must sign in; auto = none if --host is a loopback address, else required");
    public static final Option<Set<String>> ALLOWED_HOSTS = option(
            "allowed-hosts",
            OptionTypes.HOSTS,
            null,
            "names with a dot by which browsers may call a broker without sign-in, or any broker if set; * = all names");
    public static final Option<Integer> MAX_TUBES = option(
            "max-tubes-per-principal",
            ValueType.integer(1, 10_000),
            "1000",
            "existing tubes that one user, or the tokens of one name, may have created");
    public static final Option<TrustedProxies> TRUSTED_PROXIES =
            option("trusted-proxies", OptionTypes.PROXIES, null, "proxies whose X-Forwarded-For is trusted");
    public static final Option<Path> TLS_CERT = option(
            "tls-cert", ValueType.PATH, null, "a certificate chain in PEM; the HTTP API and the console then use TLS");
    public static final Option<Path> TLS_KEY = option("tls-key", ValueType.PATH, null, "its key, in PEM");
    public static final Option<Integer> CONSOLE_PORT = option(
            "console-port",
            OptionTypes.PORT,
            "9595",
            "the port of the console; if it is not set and taken, a free one");
    public static final Option<String> CONSOLE_BASE_PATH =
            option("console-base-path", OptionTypes.BASE_PATH, "/", "the path of the console behind a proxy");
    public static final Option<String> ENVIRONMENT = option(
            "environment", OptionTypes.LABEL, null, "a label that the console shows beside its name, such as PROD");
    public static final Option<Integer> BEANSTALKD_PORT = option(
            "beanstalkd-port",
            OptionTypes.PORT,
            "11300",
            "the port of the beanstalkd protocol; if it is not set and taken, none");
    public static final Option<String> BEANSTALKD_HOST = option(
            "beanstalkd-host",
            OptionTypes.HOSTNAME,
            "127.0.0.1",
            "the address that the port of the beanstalkd protocol binds to");
    public static final Option<Boolean> BEANSTALKD_TLS = option(
            "beanstalkd-tls",
            OptionTypes.BOOLEAN,
            "false",
            "the beanstalkd protocol uses TLS too, with the certificate of --tls-cert");
    public static final Option<String> BEANSTALKD_TOKEN = option(
            "beanstalkd-token",
            OptionTypes.LABEL,
            null,
            "the name or id of the token whose rights clients of the beanstalkd protocol have; without it all rights");
    public static final Option<String> REDIS = option(
            "redis", OptionTypes.REDIS, null, "the Redis that holds the jobs; without it an embedded one is started");
    public static final Option<Duration> REDIS_TIMEOUT =
            option("redis-timeout-ms", ValueType.millis(50, 60_000), "2000", "the deadline of one call to Redis");
    public static final Option<Duration> REDIS_WAIT = option(
            "redis-wait-ms",
            ValueType.millis(0, 3_600_000),
            "30000",
            "how long a start retries while the Redis of --redis cannot be reached");
    public static final Option<Duration> OVERLOAD_TARGET = option(
            "overload-target-ms",
            ValueType.millis(1, 60_000),
            "50",
            "how long work may wait in this broker before it leaves for Redis; docs/overload.md");
    public static final Option<Duration> OVERLOAD_INTERVAL = option(
            "overload-interval-ms",
            ValueType.millis(10, 60_000),
            "500",
            "the broker is overloaded if every call of this interval waited longer than the target");
    public static final Option<Integer> OVERLOAD_QUEUE = option(
            "overload-queue",
            ValueType.integer(1, 10_000_000),
            "10000",
            "maximum calls waiting for one node of Redis; more are refused with OVERLOADED");
    public static final Option<Duration> OVERLOAD_WARM_UP = option(
            "overload-warm-up-ms",
            ValueType.millis(0, 600_000),
            "30000",
            "how long after its start this broker does not reject requests because of queueing delay");
    public static final Option<Boolean> ALLOW_UNSAFE_REDIS = option(
            "allow-unsafe-redis",
            OptionTypes.BOOLEAN,
            "false",
            "start on a Redis whose settings may lose jobs; logged as an error");
    public static final Option<String> NAMESPACE =
            option("namespace", OptionTypes.NAME, "grape", "what every key in Redis begins with");
    public static final Option<Path> DATA_DIR =
            option("data-dir", ValueType.PATH, "data", "where the embedded Redis keeps its files");
    public static final Option<Integer> METRICS_TUBES = option(
            "metrics-tubes",
            ValueType.integer(0, 10_000),
            "100",
            "how many tubes, the first by name, have their own label in the metrics; the rest is _other");
    public static final Option<Integer> SELF_CHECK = option(
            "self-check-per-second",
            ValueType.integer("N", 0, 1_000_000, "a number from 0 to 1000000, 0 = off"),
            "1000",
            "the maximum number of jobs that the self-check checks in a second, all brokers together");
    public static final Option<URI> THROUGH = option(
            "through",
            OptionTypes.HTTP,
            null,
            "for ./grape doctor: the address that clients call, to check whether a proxy cuts off waits");
    public static final Option<Duration> THROUGH_WAIT = option(
            "through-wait-ms",
            ValueType.millis(0, 60_000),
            "60000",
            "for ./grape doctor: the longest waitMs that clients ask for");

    /** They mean nothing to a broker. */
    private static final List<Option<?>> OF_DOCTOR = List.of(THROUGH, THROUGH_WAIT);

    private static final List<Option<?>> OF_STORE = List.of(CONFIG, REDIS, NAMESPACE, DATA_DIR);

    private Options() {}

    /** In the order in which they are shown. */
    public static List<Option<?>> all() {
        return Collections.unmodifiableList(TABLE);
    }

    static Optional<Option<?>> find(Predicate<Option<?>> wanted) {
        return TABLE.stream().filter(wanted).findFirst();
    }

    /** Adds all of them to a word; its help shows those that mean something to it. */
    public static CommandSpec addTo(CommandSpec word, Predicate<Option<?>> isShown) {
        Words.add(word, TABLE, isShown)
                .usageMessage()
                .footer(
                        "",
                        "Each option of a broker is also an environment variable (" + variable(HTTP_PORT)
                                + ") and, save for --config, a key of the file (" + HTTP_PORT.name() + ": 9521).",
                        "A flag beats the environment, the environment beats the file.");
        return word;
    }

    /** False for those that mean nothing to a broker. */
    public static boolean isOfBroker(Option<?> option) {
        return !OF_DOCTOR.contains(option);
    }

    /** Those that say where the Redis of a broker is. */
    public static boolean isOfStore(Option<?> option) {
        return OF_STORE.contains(option);
    }

    /** The environment variable of an option. */
    static String variable(Option<?> option) {
        return PREFIX + option.name().toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /** False for the option that says where the file is. */
    static boolean isInFile(Option<?> option) {
        return !option.equals(CONFIG);
    }

    private static <T> Option<T> option(String name, ValueType<T> type, @Nullable String fallback, String description) {
        Option<T> option = new Option<>(name, type, fallback, description);
        TABLE.add(option);
        return option;
    }
}
