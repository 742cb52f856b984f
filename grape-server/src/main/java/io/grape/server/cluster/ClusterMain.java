package io.grape.server.cluster;

import io.grape.command.Plain;
import io.grape.command.Utf8;
import io.grape.command.Words;
import io.grape.core.GrapeException;
import io.grape.server.app.Logging;
import io.grape.server.app.ProcessLifecycle;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.ParseResult;

/** Starts a cluster: reads what it is told, and refuses what it does not understand with exit status 64. */
public final class ClusterMain {
    /** Brokers drain at the same time; the balancer and Redis end after them. */
    private static final Duration MAX = Duration.ofSeconds(30);

    private ClusterMain() {}

    public static void main(String[] args) {
        Logging.configure();
        ClusterConfig config;
        try {
            Utf8.check(Utf8.encoding(), List.of(args), System.getenv());
            ParseResult read = ClusterConfig.parse(List.of(args));
            if (Words.isHelped(read)) {
                return;
            }
            config = ClusterConfig.read(read, System.getenv());
        } catch (GrapeException e) {
            System.err.println("grape: " + Plain.text(e.detail()));
            System.exit(Words.USAGE);
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
}
