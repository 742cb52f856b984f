package io.grape.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.core.GrapeException;
import io.grape.core.Limits;
import io.grape.server.access.Passwords;
import io.grape.server.address.TrustedProxies;
import io.grape.server.config.OptionValues;
import io.grape.server.config.Options;
import io.grape.server.crowd.Crowd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a broker is told at its start. Source: {@code docs/operations.md#options}. */
public record ServerConfig(
        Doors doors, Store store, Metrics metrics, SelfCheck selfCheck, Console console, Access access) {
    /** One without a console, that asks nobody who he is. */
    public ServerConfig(Doors doors, Store store, Metrics metrics, SelfCheck selfCheck) {
        this(doors, store, metrics, selfCheck, Console.OFF, Access.OPEN);
    }

    /**
     * Where the broker listens.
     *
     * @param host the address that every door binds to
     * @param httpPort 0 = a free one, -1 = none
     * @param drain how long a broker that goes down still listens
     * @param maxConnections what comes beyond is for health and acknowledgements only
     * @param maxPayload bytes of the longest payload that is taken
     * @param ofOne how much of that one caller may take, null = the usual part
     */
    public record Doors(
            String host, int httpPort, Duration drain, int maxConnections, int maxPayload, Crowd.@Nullable Most ofOne) {
        /** With the usual part for each caller. */
        public Doors(String host, int httpPort, Duration drain, int maxConnections) {
            this(host, httpPort, drain, maxConnections, Limits.USUAL_PAYLOAD_BYTES, null);
        }

        static Doors of(OptionValues options) {
            int connections = options.get(Options.MAX_CONNECTIONS);
            Crowd.Most usual = Crowd.Most.usual(connections);
            Crowd.Most given = new Crowd.Most(
                    options.find(Options.CONNECTIONS_OF_ADDRESS).orElse(usual.connections()),
                    options.find(Options.CALLS_OF_ONE).orElse(usual.calls()),
                    options.find(Options.WAITS_OF_ONE).orElse(usual.waits()),
                    options.find(Options.STREAMS_OF_ADDRESS).orElse(usual.streams()));
            return new Doors(
                    options.get(Options.HOST),
                    options.get(Options.HTTP_PORT),
                    options.get(Options.DRAIN),
                    connections,
                    options.get(Options.MAX_PAYLOAD),
                    given.equals(usual) ? null : given);
        }
    }

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

    /**
     * Who may use it, and how.
     *
     * @param required whether callers are asked who they are
     * @param tls null = plain text
     * @param environment what the console shows beside its name
     * @param cost of the hash of a password
     * @param hosts further names by which it may be called on loopback where nobody is asked, * = any
     * @param proxies that are believed when they say where a call comes from
     * @param tubes how many that are there one principal may have made
     */
    public record Access(
            boolean required,
            @Nullable Tls tls,
            @Nullable String environment,
            int cost,
            Set<String> hosts,
            TrustedProxies proxies,
            int tubes) {
        /** Of one principal, where nothing else was asked for. */
        public static final int USUAL_TUBES = 1000;

        public Access {
            hosts = Set.copyOf(hosts);
        }

        /** With hashes of the usual cost. */
        public Access(boolean required, @Nullable Tls tls, @Nullable String environment) {
            this(required, tls, environment, Passwords.USUAL_COST);
        }

        /** With no further names. */
        public Access(boolean required, @Nullable Tls tls, @Nullable String environment, int cost) {
            this(required, tls, environment, cost, Set.of(), TrustedProxies.NONE);
        }

        /** With as many tubes as usual. */
        public Access(
                boolean required,
                @Nullable Tls tls,
                @Nullable String environment,
                int cost,
                Set<String> hosts,
                TrustedProxies proxies) {
            this(required, tls, environment, cost, hosts, proxies, USUAL_TUBES);
        }

        public static final Access OPEN = new Access(false, null, null);

        static Access of(OptionValues options) {
            return new Access(
                    required(options),
                    Tls.of(options),
                    options.find(Options.ENVIRONMENT).orElse(null),
                    Passwords.USUAL_COST,
                    options.find(Options.ALLOWED_HOSTS).orElse(Set.of()),
                    options.find(Options.TRUSTED_PROXIES).orElse(TrustedProxies.NONE),
                    options.get(Options.MAX_TUBES));
        }

        private static boolean required(OptionValues options) {
            return isRequired(options.get(Options.AUTH), options.get(Options.HOST));
        }

        /** Whether callers are asked, by the two options that say so. */
        public static boolean isRequired(String auth, String host) {
            return auth.equals("required") || (auth.equals("auto") && !isLoopback(host));
        }

        /** By its text: a name that leads here today may lead elsewhere tomorrow. */
        public static boolean isLoopback(String host) {
            return host.equals("localhost") || host.equals("::1") || host.matches("127(\\.[0-9]{1,3}){3}");
        }
    }

    /**
     * Names by which browsers may call its doors, beside those that nobody else can have; null = any: who is asked shows what no
     * other site's page has.
     */
    public @Nullable Set<String> allowedHosts() {
        return access.required && access.hosts.isEmpty() ? null : access.hosts;
    }

    /** Files in PEM. */
    public record Tls(Path certificate, Path key) {
        static @Nullable Tls of(OptionValues options) {
            Path certificate = options.find(Options.TLS_CERT).orElse(null);
            Path key = options.find(Options.TLS_KEY).orElse(null);
            if (certificate == null && key == null) {
                return null;
            }
            return new Tls(readable("tls-cert", certificate, "CERTIFICATE"), readable("tls-key", key, "PRIVATE KEY"));
        }

        private static Path readable(String option, @Nullable Path file, String content) {
            if (file == null || !isPem(file, content)) {
                throw GrapeException.badValue(
                        option, "a file in PEM that can be read, with a " + content, file == null ? "none" : file);
            }
            return file;
        }

        private static boolean isPem(Path file, String content) {
            try {
                return Files.readString(file, ISO_8859_1).contains(content + "-----");
            } catch (IOException e) {
                return false;
            }
        }
    }

    public static ServerConfig of(OptionValues options) {
        return new ServerConfig(
                Doors.of(options),
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
                        options.get(Options.CONSOLE_BASE_PATH)),
                Access.of(options));
    }
}
