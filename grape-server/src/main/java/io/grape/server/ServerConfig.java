package io.grape.server;

import io.grape.server.config.OptionValues;
import io.grape.server.config.Options;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a broker is told at its start. Source: {@code docs/operations.md#options}. */
public record ServerConfig(Doors doors, Store store, Metrics metrics, SelfCheck selfCheck, Console console) {
    /**
     * Where the broker listens.
     *
     * @param host the address that every door binds to
     * @param httpPort 0 = a free one, -1 = none
     * @param drain how long a broker that goes down still listens
     * @param maxConnections what comes beyond is closed at once
     */
    public record Doors(String host, int httpPort, Duration drain, int maxConnections) {}

    /**
     * Where the jobs are.
     *
     * @param redis a Redis URI, null = an embedded Redis
     * @param namespace what every key begins with
     * @param dataDir where the embedded Redis keeps its files
     * @param timeout the deadline of one call to Redis
     * @param patience how long a start tries again while Redis cannot be reached
     * @param unsafe whether a Redis that may lose jobs is taken all the same
     */
    public record Store(
            @Nullable String redis,
            String namespace,
            Path dataDir,
            Duration timeout,
            Duration patience,
            boolean unsafe) {}

    /**
     * What is measured.
     *
     * @param tubeLabels tubes that get a label of their own; the rest go as {@code _other}
     */
    public record Metrics(int tubeLabels) {}

    /**
     * How what is stored is checked.
     *
     * @param jobsPerSecond how many are looked at, 0 = none
     */
    public record SelfCheck(int jobsPerSecond) {}

    /**
     * Where the console is.
     *
     * @param port 0 = a free one, -1 = there is none
     * @param orElseFree whether a free port does where that one is taken
     * @param basePath what the path of its URLs begins with
     */
    public record Console(int port, boolean orElseFree, String basePath) {
        /** No console. */
        public static final Console OFF = new Console(-1, false, "/");
    }

    /** A broker without a console. */
    public ServerConfig(Doors doors, Store store, Metrics metrics, SelfCheck selfCheck) {
        this(doors, store, metrics, selfCheck, Console.OFF);
    }

    public static ServerConfig of(OptionValues options) {
        return new ServerConfig(
                new Doors(
                        options.get(Options.HOST),
                        options.get(Options.HTTP_PORT),
                        options.get(Options.DRAIN),
                        options.get(Options.MAX_CONNECTIONS)),
                new Store(
                        options.find(Options.REDIS).orElse(null),
                        options.get(Options.NAMESPACE),
                        options.get(Options.DATA_DIR),
                        options.get(Options.REDIS_TIMEOUT),
                        options.get(Options.REDIS_WAIT),
                        options.get(Options.ALLOW_UNSAFE_REDIS)),
                new Metrics(options.get(Options.METRICS_TUBES)),
                new SelfCheck(options.get(Options.SELF_CHECK)),
                new Console(
                        options.get(Options.CONSOLE_PORT),
                        !options.isGiven(Options.CONSOLE_PORT),
                        options.get(Options.CONSOLE_BASE_PATH)));
    }
}
