package io.grape.server.cluster;

import io.grape.core.GrapeException;
import io.grape.server.app.Logging;
import io.grape.server.app.ProcessLifecycle;
import io.grape.server.config.Options;
import java.time.Duration;
import java.util.List;

/** Starts a cluster: reads what it is told, and refuses what it does not understand with exit status 64. */
public final class ClusterMain {
    private static final int USAGE = 64;
    /** Brokers drain at the same time; the balancer and Redis end after them. */
    private static final Duration MAX = Duration.ofSeconds(30);

    private ClusterMain() {}

    public static void main(String[] args) {
        Logging.configure();
        List<String> given = List.of(args);
        if (given.contains("--help") || given.contains("-h")) {
            System.out.print(help());
            return;
        }
        ClusterConfig config;
        try {
            config = ClusterConfig.read(given, System.getenv());
        } catch (GrapeException e) {
            System.err.println("grape: " + e.detail());
            System.exit(USAGE);
            return;
        }
        start(config, ProcessLifecycle.begin(MAX));
    }

    private static void start(ClusterConfig config, ProcessLifecycle lifetime) {
        try {
            ClusterConfig held = Cluster.start(config, lifetime);
            System.out.println("grape is ready http=" + held.http() + " console=" + held.consoleUri() + " brokers="
                    + held.brokerUris());
        } catch (Exception e) {
            lifetime.cannotStart(e);
        }
    }

    private static String help() {
        return String.format(
                        "usage: ./grape cluster [options]%n%n  %-26s %s%n%nThe other options are those of a broker;"
                                + " --host, --http-port and --console-port are for the balancer.%n%n",
                        "--brokers N", "how many brokers, 1 to " + ClusterConfig.MAX_BROKERS + "; default: 2")
                + Options.brokerOptions();
    }
}
