package io.grape.server.app;

import io.grape.address.RedisUri;
import io.grape.server.ServerConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This process as a broker: it comes up, says so on stdout, and goes on in the background. */
public final class BrokerProcess {
    /** Whoever sent SIGTERM sends SIGKILL after ten seconds, as a rule. */
    private static final Duration MAX = Duration.ofMillis(9_500);

    private static final Logger LOG = LoggerFactory.getLogger(BrokerProcess.class);

    private final ProcessLifecycle lifetime = ProcessLifecycle.begin(MAX);

    /** Starts a broker, says so on stdout, and goes on in the background until SIGTERM or SIGINT. SIGHUP reads the certificate again. */
    void run(ServerConfig config) {
        AtomicReference<@Nullable GrapeServer> running = new AtomicReference<>();
        HangupSignal.handle(() -> {
            GrapeServer server = running.get();
            LOG.info("SIGHUP: the files of the certificate are read again, nothing else changes");
            if (server != null) {
                server.reload();
            }
        });
        try {
            String given = config.store().redis();
            String uri = given != null ? given : embedded(config.store().dataDir());
            GrapeServer server = GrapeServer.start(config, uri);
            lifetime.opened(() -> server.close().await());
            running.set(server);
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
