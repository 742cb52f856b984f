package io.grape.server.cluster;

import io.grape.process.FreePorts;
import io.grape.server.app.EmbeddedRedisSupervisor;
import io.grape.server.app.Main;
import io.grape.server.app.ProcessLifecycle;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Redis, brokers and a balancer in front of them: the order in which they come up and go down. */
final class Cluster {
    /** Redis is there already; a busy machine may take its time. */
    private static final Duration READY = Duration.ofMinutes(2);

    private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);

    private final ClusterConfig config;
    private final List<Child> brokers = new ArrayList<>();
    private final Child balancer;

    private Cluster(ClusterConfig config, String redis) {
        this.config = config;
        for (int i = 0; i < config.brokerPorts().size(); i++) {
            brokers.add(broker(i, redis));
        }
        this.balancer = balancer();
    }

    /**
     * Blocks until everything answers, and says what holds. The balancer ends after the brokers, so that clients are told until
     * the last moment.
     */
    static ClusterConfig start(ClusterConfig given, ProcessLifecycle lifetime) throws IOException {
        Files.createDirectories(given.dataDir());
        requireFree("http-port", given.host(), given.port());
        ClusterConfig config = withFreeConsole(given);
        Cluster cluster = new Cluster(config, redis(config, lifetime));
        lifetime.opened(cluster.balancer);
        lifetime.opened(cluster::closeBrokers);
        for (Child broker : cluster.brokers) {
            broker.start();
        }
        for (int i = 0; i < cluster.brokers.size(); i++) {
            int port = config.brokerPorts().get(i);
            cluster.brokers.get(i).keepOnceReady(ClusterConfig.brokerUri(port), READY);
        }
        cluster.balancer.start();
        cluster.balancer.keepOnceReady(config.http(), READY);
        return config;
    }

    /** Whoever has the port would be taken for the balancer. */
    static void requireFree(String option, String host, int port) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, port));
        } catch (BindException e) {
            throw new IOException(option + ": expected a free one, got " + port + ": " + e.getMessage(), e);
        }
    }

    /** Where nobody asked for a port of the console and the default is taken, a free one does. */
    private static ClusterConfig withFreeConsole(ClusterConfig config) throws IOException {
        int port = config.console().port();
        if (port < 0) {
            return config;
        }
        try {
            requireFree("console-port", config.host(), port);
            return config;
        } catch (IOException e) {
            if (!config.console().orElseFree()) {
                throw e;
            }
            LOG.warn("the console's port is taken, taking a free one port={} host={}", port, config.host());
            return config.consoleAt(FreePorts.some(1, config.ports()).get(0));
        }
    }

    private static String redis(ClusterConfig config, ProcessLifecycle lifetime) {
        if (config.redis() != null) {
            return config.redis();
        }
        EmbeddedRedisSupervisor redis =
                EmbeddedRedisSupervisor.start(config.dataDir(), () -> lifetime.stop(ProcessLifecycle.FAILED));
        lifetime.opened(redis);
        return redis.uri();
    }

    /** The URI of Redis may hold a password, and everybody sees the flags of a process. */
    private Child broker(int number, String redis) {
        Map<String, String> environment = new HashMap<>(config.environment());
        environment.put("GRAPE_REDIS", redis);
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(archiveOfClasses());
        command.addAll(List.of(
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "--host=127.0.0.1",
                "--http-port=" + config.brokerPorts().get(number),
                "--console-port=" + consolePort(number)));
        if (number > 0) {
            command.add("--beanstalkd-port=-1");
        }
        return new Child(new Child.Program("broker" + (number + 1), command, environment), config.dataDir());
    }

    /** The flags by which this process has one, if it has. */
    private static List<String> archiveOfClasses() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("-XX:SharedArchiveFile=") || flag.startsWith("-Xlog:cds"))
                .toList();
    }

    private int consolePort(int number) {
        List<Integer> ports = config.console().brokerPorts();
        return ports.isEmpty() ? -1 : ports.get(number);
    }

    private Child balancer() {
        List<String> command =
                List.of("haproxy", "-db", "-f", System.getProperty("grape.balancer", "deploy/haproxy.cfg"));
        Map<String, String> environment = balancerEnvironment(config);
        for (int i = 0; i < brokers.size(); i++) {
            environment.put(
                    "BROKER_" + (i + 1), "127.0.0.1:" + config.brokerPorts().get(i));
            environment.put("CONSOLE_" + (i + 1), "127.0.0.1:" + consolePort(i));
        }
        if (config.console().port() >= 0) {
            environment.put(
                    "CONSOLE_BIND", config.host() + ":" + config.console().port());
        }
        return new Child(new Child.Program("balancer", command, environment), config.dataDir());
    }

    /** Where the balancer listens, and which proxies it trusts: none unless some are named. */
    static Map<String, String> balancerEnvironment(ClusterConfig config) {
        Map<String, String> environment = new HashMap<>();
        environment.put("BIND", config.host() + ":" + config.port());
        environment.put("PROXIES", String.join(" ", config.proxies()));
        return environment;
    }

    private void closeBrokers() {
        brokers.forEach(Child::askToEnd);
        brokers.forEach(Child::close);
    }
}
