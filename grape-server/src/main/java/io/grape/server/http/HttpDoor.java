package io.grape.server.http;

import io.grape.core.Broker;
import io.grape.core.Tubes;
import io.grape.core.Waiters;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import java.util.List;

/** The HTTP server: which calls there are, and how it opens and closes. */
public final class HttpDoor {
    private final Options options;
    private final HttpServer server;

    /**
     * Where to listen.
     *
     * @param port 0 = a free one
     */
    public record Options(String host, int port) {}

    /** What the calls act on. */
    public record Behind(Broker broker, Tubes tubes, Waiters waiters) {}

    public HttpDoor(Vertx vertx, Options options, Behind behind) {
        this.options = options;
        Router router = Router.router(vertx);
        List<Routes> all = List.of();
        all.forEach(routes -> routes.mount(router));
        this.server = vertx.createHttpServer(new HttpServerOptions()).requestHandler(router);
    }

    /** Opens the port, and returns it. */
    public Future<Integer> open() {
        return server.listen(options.port(), options.host()).map(HttpServer::actualPort);
    }

    /** Closes the port once the requests in flight are answered. */
    public Future<Void> close() {
        return server.shutdown();
    }
}
