package io.grape.server.app;

import io.grape.address.RedisUri;
import io.grape.server.ServerConfig;
import java.nio.file.Path;
import java.time.Duration;

/** This process as a broker: it comes up, says so on stdout, and goes on in the background. */
public final class BrokerProcess {
    /** Whoever sent SIGTERM sends SIGKILL after ten seconds, as a rule. */
    private static final Duration MAX = Duration.ofMillis(9_500);

    private final ProcessLifecycle lifetime = ProcessLifecycle.begin(MAX);

    /** Starts a broker, says so on stdout, and goes on in the background until SIGTERM or SIGINT. */
    void run(ServerConfig config) {
        try {
            String given = config.store().redis();
            String uri = given != null ? given : embedded(config.store().dataDir());
            GrapeServer server = GrapeServer.start(config, uri);
            lifetime.opened(() -> server.close().await());
            String site = (config.access().tls() == null ? "http://" : "https://")
                    + bracketed(config.listeners().host());
            String console = shown(site, server.consolePort());
            int beanstalkd = server.beanstalkdPort();
            System.out.println("grape is ready http=" + shown(site, server.httpPort())
                    + " console="
                    + (server.consolePort() < 0
                            ? console
                            : console + config.console().basePath())
                    + " redis=" + RedisUri.masked(uri)
                    + " beanstalkd="
                    + (beanstalkd < 0 ? "off" : bracketed(config.beanstalkd().host()) + ":" + beanstalkd));
        } catch (Exception e) {
            lifetime.cannotStart(e);
        }
    }

    private String embedded(Path directory) {
        EmbeddedRedisSupervisor redis =
                EmbeddedRedisSupervisor.start(directory, () -> lifetime.stop(ProcessLifecycle.FAILED));
        lifetime.opened(redis);
        return redis.uri();
    }

    private static String shown(String site, int port) {
        return port < 0 ? "off" : site + ":" + port;
    }

    private static String bracketed(String host) {
        return host.contains(":") ? "[" + host + "]" : host;
    }
}
