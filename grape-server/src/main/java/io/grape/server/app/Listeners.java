package io.grape.server.app;

import io.grape.console.Assets;
import io.grape.server.AccessOptions;
import io.grape.server.ConsoleOptions;
import io.grape.server.ListenerOptions;
import io.grape.server.ServerConfig;
import io.grape.server.http.HttpApi;
import io.grape.server.http.call.Backend;
import io.grape.server.http.connection.HttpLimits;
import io.grape.server.http.connection.HttpOptions;
import io.grape.server.http.console.ConsoleFiles;
import io.grape.server.tcp.ServedCertificate;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a broker listens, the HTTP API and the console: all open and close together, and count as one. */
public final class Listeners {
    private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);
    private static final String HTTP = "http-port";
    private static final String CONSOLE = "console-port";
    private static final int OFF = -1;
    private static final int ANY = 0;

    private final ListenerOptions config;
    private final boolean asks;
    private final List<Listener> all = new ArrayList<>();

    /** One of them: the option that names its port, its address and TLS, and what is served there. */
    private static final class Listener {
        private final String option;
        private final HttpOptions at;
        private final boolean orElseFree;
        private final HttpApi api;
        private volatile int port = OFF;

        Listener(String option, HttpOptions at, boolean orElseFree, HttpApi api) {
            this.option = option;
            this.at = at;
            this.orElseFree = orElseFree;
            this.api = api;
        }

        Future<Integer> open() {
            return api.open(at.port()).recover(this::elsewhere).onSuccess(opened -> port = opened);
        }

        private Future<Integer> elsewhere(Throwable failure) {
            if (orElseFree) {
                LOG.warn(
                        "the port is taken, taking a free one option={} port={} host={}", option, at.port(), at.host());
                return api.open(ANY);
            }
            return Future.failedFuture(BindFailure.of(option, at.host(), at.port(), failure));
        }
    }

    /** Nothing is open yet. */
    Listeners(Vertx vertx, ServerConfig config, HttpLimits most, Backend behind, @Nullable ServedCertificate tls) {
        this.config = config.listeners();
        this.asks = config.access().required();
        HttpOptions options = new HttpOptions(
                this.config.host(),
                this.config.httpPort(),
                most,
                tls,
                config.allowedHosts(),
                config.access().proxies(),
                this.config.maxPayload());
        HttpApi http = new HttpApi(vertx, options, behind);
        if (options.port() != OFF) {
            all.add(new Listener(HTTP, options, false, http));
        }
        ConsoleOptions console = config.console();
        if (console.port() != OFF) {
            ConsoleFiles files = new ConsoleFiles(Assets.load(console.basePath()), console.basePath());
            all.add(new Listener(CONSOLE, options.port(console.port()), console.orElseFree(), http.withConsole(files)));
        }
    }

    /** Opens them one after the other. Fails with BAD_REQUEST, naming the option, where an address is taken. */
    Future<Void> open() {
        if (!asks && !AccessOptions.isLoopback(config.host())) {
            LOG.warn("auth=none host={} everybody who reaches this address may do everything", config.host());
        }
        Future<Integer> opened = Future.succeededFuture();
        for (Listener one : all) {
            opened = opened.compose(before -> one.open());
        }
        return opened.mapEmpty();
    }

    /** The port that the HTTP API listens on, -1 = none. */
    int httpPort() {
        return port(HTTP);
    }

    /** The port that the console is on, -1 = none. */
    int consolePort() {
        return port(CONSOLE);
    }

    private int port(String option) {
        return all.stream()
                .filter(one -> one.option.equals(option))
                .mapToInt(one -> one.port)
                .findFirst()
                .orElse(OFF);
    }

    /** How many connections are open. */
    int connections() {
        return all.stream().mapToInt(one -> one.api.connections()).sum();
    }

    /** How many requests have come. */
    long requests() {
        return all.stream().mapToLong(one -> one.api.requests()).sum();
    }

    /** Tells for a while that this broker goes. */
    Future<Void> drain() {
        return Future.join(
                        all.stream().map(one -> one.api.drain(config.drain())).toList())
                .mapEmpty();
    }

    /** Closes the ports once the requests in flight are answered. */
    Future<Void> close() {
        return Future.join(all.stream().map(one -> one.api.close()).toList()).mapEmpty();
    }
}
