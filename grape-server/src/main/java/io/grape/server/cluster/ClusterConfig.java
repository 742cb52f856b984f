package io.grape.server.cluster;

import io.grape.command.Option;
import io.grape.command.ValueType;
import io.grape.command.Words;
import io.grape.core.GrapeException;
import io.grape.process.FreePorts;
import io.grape.server.AccessOptions;
import io.grape.server.config.OptionValues;
import io.grape.server.config.Options;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * What a cluster is told at its start.
 *
 * @param port where the balancer listens
 * @param brokerPorts on loopback
 * @param console where the balancer serves the console
 * @param redis null = an embedded Redis
 * @param proxies that stand before the balancer, which believes nobody else's X-Forwarded-For
 * @param environment what the brokers are told
 */
record ClusterConfig(
        String host,
        int port,
        List<Integer> brokerPorts,
        Console console,
        Path dataDir,
        @Nullable String redis,
        List<String> proxies,
        Map<String, String> environment) {
    /**
     * The console, which any broker can show.
     *
     * @param port of the balancer, -1 = there is none
     * @param orElseFree whether a free port does where that one is taken
     * @param brokerPorts on loopback, one for each broker; none without a console
     * @param basePath what the path of its URLs begins with
     */
    record Console(int port, boolean orElseFree, List<Integer> brokerPorts, String basePath) {}

    /** As many as the balancer's configuration has room for. */
    static final int MAX_BROKERS = 8;

    private static final String NAME = "cluster";
    private static final Option<Integer> BROKERS =
            new Option<>("brokers", ValueType.integer(1, MAX_BROKERS), "2", "how many brokers");
    /** Where it calls the brokers from. */
    private static final String BALANCER = "127.0.0.1";

    /** Long enough for the balancer to see it. */
    private static final Duration DRAIN = Duration.ofSeconds(3);

    /** The word that starts one. */
    static CommandSpec word() {
        CommandSpec word = Words.set(
                CommandSpec.create().name(NAME),
                "builds if needed, then runs brokers behind a balancer; needs HAProxy, 2.6 or newer",
                "Of the options of a broker --host, --http-port and --console-port are for the balancer. The port of the",
                "beanstalkd protocol is that of the first broker.");
        return Options.addTo(Words.add(word, List.of(BROKERS), option -> true), Options::isOfBroker);
    }

    /** Fails with BAD_REQUEST and the name of the option where one is unknown, given twice, or not right. */
    static ParseResult parse(List<String> args) {
        return Words.read(
                List.of(word()), Stream.concat(Stream.of(NAME), args.stream()).toList());
    }

    /** Fails like {@link #parse}. */
    static ClusterConfig read(ParseResult read, Map<String, String> environment) {
        int brokers = BROKERS.get(read.subcommand());
        OptionValues options = OptionValues.read(read, environment);
        int port = options.get(Options.HTTP_PORT);
        if (port < 0) {
            throw GrapeException.badValue("http-port", "a port, as the balancer needs one", port);
        }
        List<Integer> free =
                FreePorts.some(2 * brokers + 2, Set.copyOf(List.of(port, options.get(Options.CONSOLE_PORT))));
        Map<String, String> told = new HashMap<>(options.asEnvironment());
        // The brokers themselves are on loopback: who is asked, and by which names they may be called, depends
        // on where the balancer listens.
        told.put("GRAPE_AUTH", auth(options));
        if (!AccessOptions.isLoopback(options.get(Options.HOST))) {
            told.putIfAbsent("GRAPE_ALLOWED_HOSTS", "*");
        }
        String before = told.get("GRAPE_TRUSTED_PROXIES");
        // The balancer is the nearest one; others may stand before it.
        told.merge("GRAPE_TRUSTED_PROXIES", BALANCER, (given, ours) -> given + "," + ours);
        told.putIfAbsent("GRAPE_DRAIN_MS", Long.toString(DRAIN.toMillis()));
        return new ClusterConfig(
                options.get(Options.HOST),
                port == 0 ? free.get(brokers) : port,
                free.subList(0, brokers),
                console(options, free.subList(brokers + 1, 2 * brokers + 2)),
                options.get(Options.DATA_DIR),
                options.find(Options.REDIS).orElse(null),
                before == null ? List.of() : List.of(before.split(",", -1)),
                told);
    }

    /** @param free a port for each broker, and one more */
    private static Console console(OptionValues options, List<Integer> free) {
        int port = options.get(Options.CONSOLE_PORT);
        int brokers = free.size() - 1;
        return new Console(
                port == 0 ? free.get(brokers) : port,
                !options.isGiven(Options.CONSOLE_PORT),
                port < 0 ? List.of() : free.subList(0, brokers),
                options.get(Options.CONSOLE_BASE_PATH));
    }

    private static String auth(OptionValues options) {
        if (options.find(Options.TLS_CERT).isPresent()
                || options.find(Options.TLS_KEY).isPresent()) {
            throw GrapeException.badValue(
                    "tls-cert, tls-key", "none, as the balancer of ./grape cluster speaks plain text", "one");
        }
        boolean required = AccessOptions.isRequired(options.get(Options.AUTH), options.get(Options.HOST));
        return required ? "required" : "none";
    }

    String http() {
        return uri(port);
    }

    /** Where the console is, {@code off} where it is not. */
    String consoleUri() {
        return console.port() < 0 ? "off" : uri(console.port()) + console.basePath();
    }

    /** That of the balancer, and those of the brokers behind it. */
    Set<Integer> ports() {
        Set<Integer> all = new HashSet<>(brokerPorts);
        all.addAll(console.brokerPorts());
        all.add(port);
        return all;
    }

    /** With another port for the console. */
    ClusterConfig consoleAt(int consolePort) {
        Console moved = new Console(consolePort, false, console.brokerPorts(), console.basePath());
        return new ClusterConfig(host, port, brokerPorts, moved, dataDir, redis, proxies, environment);
    }

    private String uri(int ofPort) {
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + ofPort;
    }

    String brokerUris() {
        return brokerPorts.stream().map(ClusterConfig::brokerUri).collect(Collectors.joining(","));
    }

    static String brokerUri(int port) {
        return "http://127.0.0.1:" + port;
    }
}
