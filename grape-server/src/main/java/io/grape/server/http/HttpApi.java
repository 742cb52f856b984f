package io.grape.server.http;

import io.grape.core.Limits;
import io.grape.server.http.admin.AccountEndpoints;
import io.grape.server.http.admin.AuditEndpoints;
import io.grape.server.http.admin.HealthEndpoints;
import io.grape.server.http.admin.QuotaEndpoints;
import io.grape.server.http.admin.SessionEndpoints;
import io.grape.server.http.call.AuditTrail;
import io.grape.server.http.call.Authorizer;
import io.grape.server.http.call.Backend;
import io.grape.server.http.call.BrowserHeaders;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.EndpointRouter;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.HandlerContext;
import io.grape.server.http.call.HostAllowList;
import io.grape.server.http.call.MalformedRequest;
import io.grape.server.http.call.ProblemStyle;
import io.grape.server.http.call.RequestHandler;
import io.grape.server.http.connection.Connections;
import io.grape.server.http.connection.HttpListener;
import io.grape.server.http.connection.HttpOptions;
import io.grape.server.http.connection.RequestDecoder;
import io.grape.server.http.console.ConsoleFiles;
import io.grape.server.http.console.ConsoleSite;
import io.grape.server.http.console.EventStreams;
import io.grape.server.http.console.MonitoringEndpoints;
import io.grape.server.http.console.ScheduleEndpoints;
import io.grape.server.http.console.StreamEndpoints;
import io.grape.server.http.console.TopicSnapshots;
import io.grape.server.http.grape13.Grape13Endpoints;
import io.grape.server.http.grape13.Grape13Style;
import io.grape.server.http.v1.AckEndpoints;
import io.grape.server.http.v1.ConsumeEndpoints;
import io.grape.server.http.v1.GateEndpoints;
import io.grape.server.http.v1.HistoryEndpoints;
import io.grape.server.http.v1.ImportEndpoints;
import io.grape.server.http.v1.JobEndpoints;
import io.grape.server.http.v1.KeyEndpoints;
import io.grape.server.http.v1.NewTubes;
import io.grape.server.http.v1.OperationEndpoints;
import io.grape.server.http.v1.PresenceEndpoints;
import io.grape.server.http.v1.ProduceEndpoints;
import io.grape.server.http.v1.ResultEndpoints;
import io.grape.server.http.v1.TubeEndpoints;
import io.grape.server.http.v1.TubeScheduleEndpoints;
import io.grape.server.tcp.ResponseWriting;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerConnection;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The HTTP server: which calls there are, and how it opens and closes. One server per event loop, all on one port. */
public final class HttpApi {
    /** Who has not called for so long is not waited for. Balancers ask more often. */
    private static final Duration FORGOTTEN_AFTER = Duration.ofSeconds(10);

    private static final long POLL_MILLIS = 20;
    private static final int FREE_PORT = -1;
    private static final int FREE_PORT_OF_CONSOLE = -2;

    private final Vertx vertx;
    private final HttpOptions options;
    private final Backend behind;
    private final HttpListener listening;
    private final HandlerContext shared;
    private final EndpointRouter router;
    private final Connections connections;
    private final EventStreams feed;
    private volatile boolean draining;

    public HttpApi(Vertx vertx, HttpOptions options, Backend behind) {
        this(vertx, options, behind, new EventStreams(new TopicSnapshots(behind)::of), EndpointRouter.Site.NONE);
    }

    /** The same, with the console beside the calls, for a port of its own. They share the streams. */
    public HttpApi withConsole(ConsoleFiles console) {
        return new HttpApi(vertx, options, behind, feed, new ConsoleSite(console));
    }

    private HttpApi(Vertx vertx, HttpOptions options, Backend behind, EventStreams feed, EndpointRouter.Site site) {
        this.vertx = vertx;
        this.options = options;
        this.connections = new Connections(options);
        this.listening =
                new HttpListener(vertx, options, site == EndpointRouter.Site.NONE ? FREE_PORT : FREE_PORT_OF_CONSOLE);
        this.shared = new HandlerContext(
                options.most().memory(),
                connections,
                options.most().inFlight(),
                options.most().shedding(),
                () -> draining,
                new HostAllowList(options.hosts()),
                options.proxies(),
                new Authorizer(behind.access()),
                new AuditTrail(behind.access().audit()),
                new BrowserHeaders(options.tls() != null),
                List.of(Grape13Style.INSTANCE, ProblemStyle.INSTANCE));
        this.behind = behind;
        this.feed = feed;
        this.router =
                new EndpointRouter(vertx, shared, calls(behind, feed, () -> draining, options.maxPayload()), site);
    }

    /** Every call there is. */
    public static List<Endpoint> calls(Backend behind, BooleanSupplier draining) {
        return calls(behind, new EventStreams(new TopicSnapshots(behind)::of), draining, Limits.USUAL_PAYLOAD_BYTES);
    }

    private static List<Endpoint> calls(Backend behind, EventStreams feed, BooleanSupplier draining, int maxPayload) {
        NewTubes newTubes =
                new NewTubes(behind.tubes(), behind.access().policy().tubes());
        List<Endpoints> all = List.of(
                new ProduceEndpoints(behind.broker(), newTubes, behind.quotas(), maxPayload),
                new ConsumeEndpoints(behind.waiters(), behind.access(), behind.quotas(), behind.workers()),
                new AckEndpoints(behind, maxPayload),
                new PresenceEndpoints(behind.workers(), behind.access()),
                new ResultEndpoints(behind.reads().results(), behind.broker(), behind.access()),
                new JobEndpoints(behind.broker(), maxPayload),
                new ImportEndpoints(behind.adoption(), maxPayload),
                new TubeEndpoints(behind.tubes(), behind.reads().samples(), newTubes),
                new KeyEndpoints(behind.keys()),
                new GateEndpoints(behind.gates(), behind.operations()),
                new TubeScheduleEndpoints(behind.schedules(), behind.quotas(), maxPayload),
                new MonitoringEndpoints(behind.reads()),
                new ScheduleEndpoints(behind),
                new StreamEndpoints(feed, behind.access()),
                new HistoryEndpoints(behind.reads().histories(), behind.broker()),
                new OperationEndpoints(behind.operations(), newTubes),
                new Grape13Endpoints(behind, newTubes, maxPayload),
                new SessionEndpoints(behind.access(), behind.health()),
                new AccountEndpoints(behind.access()),
                new QuotaEndpoints(behind.quotas().cache()),
                new AuditEndpoints(behind.access().audit()),
                new HealthEndpoints(behind.health(), draining));
        return all.stream().flatMap(routes -> routes.calls().stream()).toList();
    }

    /** How many connections are open. */
    public int connections() {
        return connections.open();
    }

    /** How many requests have come. */
    public long requests() {
        return router.requests();
    }

    /** Opens a port, and returns it; 0 = a free one. */
    public Future<Integer> open(int port) {
        return listening.open(
                port,
                server -> server.connectionHandler(this::opened)
                        .requestHandler(router)
                        .invalidRequestHandler(this::refuse));
    }

    /**
     * From now on new work is refused with DRAINING, readiness says no, and every answer asks its client to leave; the port
     * stays open. Done after the grace, or as soon as there is nobody to be told.
     */
    public Future<Void> drain(Duration grace) {
        draining = true;
        feed.close();
        Promise<Void> told = Promise.promise();
        long end = System.nanoTime() + grace.toNanos();
        tell(end, told);
        return told.future();
    }

    private void tell(long end, Promise<Void> told) {
        if (System.nanoTime() - end >= 0 || connections.noneFor(FORGOTTEN_AFTER)) {
            told.complete();
        } else {
            vertx.setTimer(POLL_MILLIS, next -> tell(end, told));
        }
    }

    /** Closes the port once the requests in flight are answered. */
    public Future<Void> close() {
        return listening.close();
    }

    private void opened(HttpConnection connection) {
        RequestDecoder.install(connection, listening.options(), options.most(), connections.callers(connection));
        ResponseWriting.install(
                ((HttpServerConnection) connection).channelHandlerContext().pipeline(),
                options.most().readTime());
        connections.opened(connection);
    }

    private void refuse(HttpServerRequest http) {
        MalformedRequest message = MalformedRequest.of(http);
        new RequestHandler(vertx, http, http.path(), shared).refuse(message.status(), message.detail());
    }
}
