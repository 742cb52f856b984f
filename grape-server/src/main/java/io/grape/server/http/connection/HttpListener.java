package io.grape.server.http.connection;

import io.grape.server.tcp.EventLoops;
import io.grape.server.tcp.ServedCertificate;
import io.grape.server.tcp.TlsHandshakes;
import io.grape.server.tcp.TlsProtocols;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The servers of a listener: one per event loop, all on one port, whose connections they share. */
public final class HttpListener {
    /** As in Grape 1.3; longer than the longest wait of a consumer, so that nobody is cut off who waits by our leave. */
    private static final int IDLE_SECONDS = 180;
    /** An id and a tube of 200 characters and a reason of 1000, all percent-encoded, fit. */
    public static final int MAX_REQUEST_LINE = 16 * 1024;

    public static final int MAX_HEADERS = 8 * 1024;
    private static final int CLOSE_SECONDS = 8;
    private static final int ANY = 0;

    private final Vertx vertx;
    private final String host;
    private final int free;
    private final HttpServerOptions options;
    private final List<HttpServer> servers = new CopyOnWriteArrayList<>();

    /**
     * Nothing is open yet.
     *
     * @param free in place of port 0. Below 0 Vert.x takes a free port that the servers share which name the same number; with 0
     *     each would take one of its own
     */
    public HttpListener(Vertx vertx, HttpOptions given, int free) {
        this.vertx = vertx;
        this.host = given.host();
        this.free = free;
        this.options = options(given);
    }

    private static HttpServerOptions options(HttpOptions given) {
        HttpServerOptions options = new HttpServerOptions()
                .setMaxInitialLineLength(MAX_REQUEST_LINE)
                .setMaxHeaderSize(MAX_HEADERS)
                .setHttp2ClearTextEnabled(false)
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setIdleTimeout(IDLE_SECONDS)
                .setTcpNoDelay(true);
        ServedCertificate tls = given.tls();
        if (tls != null) {
            HttpLimits most = given.most();
            TlsProtocols.serve(
                    options, tls, new TlsHandshakes(most.connections(), most.time(), most.inFlight(), given.proxies()));
        }
        return options;
    }

    /** How requests are read. */
    public HttpServerOptions options() {
        return options;
    }

    /** Opens a port, and returns it; 0 = a free one. */
    public Future<Integer> open(int port, Consumer<HttpServer> handlers) {
        servers.clear();
        DeploymentOptions each = new DeploymentOptions().setInstances(EventLoops.COUNT);
        return vertx.deployVerticle(() -> new Server(port == ANY ? free : port, handlers), each)
                .map(deployed -> servers.get(0).actualPort());
    }

    /** Closes the port once the requests in flight are answered. */
    public Future<Void> close() {
        return Future.all(servers.stream()
                        .map(server -> server.shutdown(CLOSE_SECONDS, TimeUnit.SECONDS))
                        .toList())
                .mapEmpty();
    }

    /** The server of one event loop. */
    private final class Server extends VerticleBase {
        private final int port;
        private final Consumer<HttpServer> handlers;

        Server(int port, Consumer<HttpServer> handlers) {
            this.port = port;
            this.handlers = handlers;
        }

        @Override
        public Future<?> start() {
            HttpServer server = vertx.createHttpServer(options);
            handlers.accept(server);
            servers.add(server);
            return server.listen(port, host);
        }
    }
}
