package io.grape.server.cluster;

import io.grape.server.Lifetime;
import io.grape.server.Main;
import io.grape.server.RedisKeeper;
import java.io.IOException;
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

/** Redis, brokers and a balancer in front of them: the order in which they come up and go down. */
final class Cluster {
    /** Redis is there already; a busy machine may take its time. */
    private static final Duration READY = Duration.ofMinutes(2);

    private final ClusterConfig config;
    private final List<Child> brokers = new ArrayList<>();
    private final Child balancer;

    private Cluster(ClusterConfig config, String redis) {
        this.config = config;
        for (int port : config.brokerPorts()) {
            brokers.add(broker("broker" + (brokers.size() + 1), port, redis));
        }
        this.balancer = balancer();
    }

    /** Blocks until everything answers. The balancer ends after the brokers, so that clients are told until the last moment. */
    static void start(ClusterConfig config, Lifetime lifetime) throws IOException {
        Files.createDirectories(config.dataDir());
        requireFree(config.host(), config.port());
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
    }

    /** Whoever has the port would be taken for the balancer. */
    static void requireFree(String host, int port) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, port));
        } catch (BindException e) {
            throw new IOException("http-port: expected a free one, got " + port + ": " + e.getMessage(), e);
        }
    }

    private static String redis(ClusterConfig config, Lifetime lifetime) {
        if (config.redis() != null) {
            return config.redis();
        }
        RedisKeeper redis = RedisKeeper.start(config.dataDir(), () -> lifetime.stop(Lifetime.FAILED));
        lifetime.opened(redis);
        return redis.uri();
    }

    /** The URI of Redis may hold a password, and everybody sees the flags of a process. */
    private Child broker(String name, int port, String redis) {
        Map<String, String> environment = new HashMap<>(config.environment());
        environment.put("GRAPE_REDIS", redis);
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "--host=127.0.0.1",
                "--http-port=" + port);
        return new Child(new Child.Program(name, command, environment), config.dataDir());
    }

    private Child balancer() {
        List<String> command =
                List.of("haproxy", "-db", "-f", System.getProperty("grape.balancer", "deploy/haproxy.cfg"));
        Map<String, String> environment = new HashMap<>();
        environment.put("BIND", config.host() + ":" + config.port());
        for (int i = 0; i < brokers.size(); i++) {
            environment.put(
                    "BROKER_" + (i + 1), "127.0.0.1:" + config.brokerPorts().get(i));
        }
        return new Child(new Child.Program("balancer", command, environment), config.dataDir());
    }

    private void closeBrokers() {
        brokers.forEach(Child::askToEnd);
        brokers.forEach(Child::close);
    }
}
