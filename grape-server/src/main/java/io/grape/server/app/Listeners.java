package io.grape.server.app;

import io.grape.server.AccessOptions;
import io.grape.server.ListenerOptions;
import io.grape.server.ServerConfig;
import io.grape.server.TlsOptions;
import io.grape.server.http.HttpApi;
import io.grape.server.http.call.Backend;
import io.grape.server.http.connection.HttpLimits;
import io.grape.server.http.connection.HttpOptions;
import io.grape.server.http.connection.TlsFiles;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The two doors of a broker, the HTTP API and the console: they open and close together, and count as one. */
public final class Listeners {
    private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);
    private static final int OFF = -1;

    private final ListenerOptions config;
    private final boolean asks;
    private final HttpApi http;
    private final ConsoleListener console;
    private volatile int httpPort = OFF;

    /** Nothing is open yet. */
    Listeners(Vertx vertx, ServerConfig config, HttpLimits most, Backend behind) {
        this.config = config.doors();
        this.asks = config.access().required();
        TlsOptions given = config.access().tls();
        TlsFiles tls = given == null ? null : new TlsFiles(given.certificate(), given.key());
        HttpOptions options = new HttpOptions(
                this.config.host(),
                this.config.httpPort(),
                most,
                tls,
                config.allowedHosts(),
                config.access().proxies(),
                this.config.maxPayload());
        this.http = new HttpApi(vertx, options, behind);
        this.console =
                new ConsoleListener(config.console(), (port, site) -> http.withConsole(options.port(port), site));
    }

    /** Opens them. Fails with BAD_REQUEST, naming the option, where an address is taken. */
    Future<Void> open() {
        if (!asks && !AccessOptions.isLoopback(config.host())) {
            LOG.warn("auth=none host={} everybody who reaches this address may do everything", config.host());
        }
        return openHttp().onSuccess(port -> httpPort = port).compose(port -> console.open(config.host()));
    }

    private Future<Integer> openHttp() {
        if (config.httpPort() == OFF) {
            return Future.succeededFuture(OFF);
        }
        return http.open()
                .recover(failure ->
                        Future.failedFuture(BindFailure.of("http-port", config.host(), config.httpPort(), failure)));
    }

    /** The port that the HTTP API listens on, -1 = none. */
    int httpPort() {
        return httpPort;
    }

    /** The port that the console is on, -1 = none. */
    int consolePort() {
        return console.port();
    }

    /** How many connections are open. */
    int connections() {
        return http.connections() + console.connections();
    }

    /** How many requests have come. */
    long requests() {
        return http.requests() + console.requests();
    }

    /** Tells for a while that this broker goes. */
    Future<Void> drain() {
        return Future.join(http.drain(config.drain()), console.drain(config.drain()))
                .mapEmpty();
    }

    /** Closes the ports once the requests in flight are answered. */
    Future<Void> close() {
        return Future.join(http.close(), console.close()).mapEmpty();
    }
}
