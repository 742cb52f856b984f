package io.grape.server.app;

import io.grape.console.Assets;
import io.grape.server.ConsoleOptions;
import io.grape.server.http.HttpApi;
import io.grape.server.http.console.ConsoleFiles;
import io.vertx.core.Future;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The door of the console: which port it gets, and how it opens and closes. */
public final class ConsoleListener {
    private static final Logger LOG = LoggerFactory.getLogger(ConsoleListener.class);
    private static final int OFF = -1;
    private static final int ANY = 0;

    private final ConsoleOptions config;
    private final Making making;
    private volatile @Nullable HttpApi door;
    private volatile int port = OFF;

    /** Makes a door on a port. */
    interface Making {
        HttpApi door(int port, ConsoleFiles site);
    }

    ConsoleListener(ConsoleOptions config, Making making) {
        this.config = config;
        this.making = making;
    }

    /** Opens the port that was asked for. Where nobody asked for one and the default is taken, a free one does. */
    Future<Void> open(String host) {
        if (config.port() == OFF) {
            return Future.succeededFuture();
        }
        ConsoleFiles site = new ConsoleFiles(Assets.load(config.basePath()), config.basePath());
        return open(config.port(), site).recover(failure -> {
            if (config.orElseFree()) {
                LOG.warn("the console's port is taken, taking a free one port={} host={}", config.port(), host);
                return open(ANY, site);
            }
            return Future.failedFuture(BindFailure.of("console-port", host, config.port(), failure));
        });
    }

    private Future<Void> open(int wanted, ConsoleFiles site) {
        HttpApi made = making.door(wanted, site);
        return made.open()
                .onSuccess(opened -> {
                    door = made;
                    port = opened;
                })
                .mapEmpty();
    }

    /** Where it is, -1 = nowhere. */
    int port() {
        return port;
    }

    /** How many connections are open. */
    int connections() {
        HttpApi open = door;
        return open == null ? 0 : open.connections();
    }

    /** How many requests have come. */
    long requests() {
        HttpApi open = door;
        return open == null ? 0 : open.requests();
    }

    /** Tells for a while that this broker goes. */
    Future<Void> drain(Duration grace) {
        HttpApi open = door;
        return open == null ? Future.succeededFuture() : open.drain(grace);
    }

    /** Closes the port once the requests in flight are answered. */
    Future<Void> close() {
        HttpApi open = door;
        return open == null ? Future.succeededFuture() : open.close();
    }
}
