package io.grape.server.app;

import io.grape.server.AccessOptions;
import io.grape.server.BeanstalkdOptions;
import io.grape.server.ServerConfig;
import io.grape.server.access.Access;
import io.grape.server.beanstalkd.BeanstalkdServer;
import io.grape.server.beanstalkd.ListenOptions;
import io.grape.server.beanstalkd.Ports;
import io.grape.server.beanstalkd.Usage;
import io.grape.server.http.connection.HttpLimits;
import io.grape.server.tcp.ServedCertificate;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The port of the protocol of beanstalkd, if there is one. */
final class BeanstalkdListener {
    private static final Logger LOG = LoggerFactory.getLogger(BeanstalkdListener.class);
    private static final int OFF = -1;

    private final BeanstalkdOptions config;
    private final boolean asks;
    private final BeanstalkdServer server;
    private volatile int port = OFF;

    /** Nothing is open yet. */
    BeanstalkdListener(
            Vertx vertx,
            ServerConfig config,
            HttpLimits most,
            Ports ports,
            Access access,
            @Nullable ServedCertificate certificate) {
        this.config = config.beanstalkd();
        this.asks = config.access().required();
        ListenOptions options = new ListenOptions(
                this.config.host(),
                this.config.port(),
                this.config.tls() ? certificate : null,
                this.config.token(),
                config.listeners().maxPayload(),
                most.connections(),
                config.access().proxies(),
                most.inFlight(),
                most.memory(),
                most.time(),
                most.shedding());
        this.server = new BeanstalkdServer(vertx, options, ports, access, Version.TEXT);
    }

    /** Opens it. Where its port is taken and was not asked for, there is none. */
    Future<Void> open() {
        if (config.port() == OFF) {
            return Future.succeededFuture();
        }
        if (!asks && !AccessOptions.isLoopback(config.host())) {
            LOG.warn("auth=none host={} everybody who reaches this address may do everything", config.host());
        }
        return server.open()
                .onSuccess(opened -> port = opened)
                .recover(this::withoutIt)
                .mapEmpty();
    }

    private Future<Integer> withoutIt(Throwable failure) {
        if (config.orElseOff() && BindFailure.isOfAddress(failure)) {
            LOG.warn("the port is taken, clients of beanstalkd are not served port={}", config.port());
            return Future.succeededFuture(OFF);
        }
        return Future.failedFuture(
                BindFailure.isOfAddress(failure)
                        ? BindFailure.of("beanstalkd-port", config.host(), config.port(), failure)
                        : failure);
    }

    /** The port that it listens on, -1 = none. */
    int port() {
        return port;
    }

    Usage usage() {
        return server.usage();
    }

    void drain() {
        server.drain();
    }

    Future<Void> close() {
        return server.close();
    }
}
