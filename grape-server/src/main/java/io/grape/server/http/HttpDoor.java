package io.grape.server.http;

import io.grape.core.Limits;
import io.grape.server.http.admin.AccountRoutes;
import io.grape.server.http.admin.AuditRoutes;
import io.grape.server.http.admin.HealthRoutes;
import io.grape.server.http.admin.SessionRoutes;
import io.grape.server.http.call.AuditTrail;
import io.grape.server.http.call.Backend;
import io.grape.server.http.call.BrowserHeaders;
import io.grape.server.http.call.Call;
import io.grape.server.http.call.CallTable;
import io.grape.server.http.call.Exchange;
import io.grape.server.http.call.Gate;
import io.grape.server.http.call.Hosts;
import io.grape.server.http.call.Places;
import io.grape.server.http.call.ProblemStyle;
import io.grape.server.http.call.Routes;
import io.grape.server.http.call.Site;
import io.grape.server.http.call.Unreadable;
import io.grape.server.http.connection.Connections;
import io.grape.server.http.connection.HttpOptions;
import io.grape.server.http.connection.Listening;
import io.grape.server.http.connection.RequestDecoder;
import io.grape.server.http.connection.SlowReader;
import io.grape.server.http.console.ConsoleFiles;
import io.grape.server.http.console.ConsoleSite;
import io.grape.server.http.console.Feed;
import io.grape.server.http.console.InsightRoutes;
import io.grape.server.http.console.ScheduleRoutes;
import io.grape.server.http.console.StreamRoutes;
import io.grape.server.http.console.TopicBodies;
import io.grape.server.http.grape13.Grape13Routes;
import io.grape.server.http.grape13.Grape13Style;
import io.grape.server.http.v1.AckRoutes;
import io.grape.server.http.v1.ConsumeRoutes;
import io.grape.server.http.v1.HindsightRoutes;
import io.grape.server.http.v1.JobRoutes;
import io.grape.server.http.v1.NewTubes;
import io.grape.server.http.v1.OperationRoutes;
import io.grape.server.http.v1.ProduceRoutes;
import io.grape.server.http.v1.TubeRoutes;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/** The HTTP server: which calls there are, and how it opens and closes. One server per event loop, all on one port. */
public final class HttpDoor {
    /** Who has not called for so long is not waited for. Balancers ask more often. */
    private static final Duration FORGOTTEN_AFTER = Duration.ofSeconds(10);

    private static final long LOOK_MILLIS = 20;
    private static final int FREE_PORT = -1;
    private static final int FREE_PORT_OF_CONSOLE = -2;

    private final Vertx vertx;
    private final HttpOptions options;
    private final Backend behind;
    private final Listening listening;
    private final CallTable calls;
    private final Exchange.Sharing shared;
    private final Connections connections;
    private final Feed feed;
    private final LongAdder requests = new LongAdder();
    private volatile boolean draining;

    public HttpDoor(Vertx vertx, HttpOptions options, Backend behind) {
        this(vertx, options, behind, new Feed(new TopicBodies(behind)::of), Site.NONE);
    }

    /** Another door, that serves the console beside the same calls. They share the streams. */
    public HttpDoor withConsole(HttpOptions other, ConsoleFiles console) {
        return new HttpDoor(vertx, other, behind, feed, new ConsoleSite(console));
    }

    private HttpDoor(Vertx vertx, HttpOptions options, Backend behind, Feed feed, Site site) {
        this.vertx = vertx;
        this.options = options;
        this.connections = new Connections(options);
        this.listening = new Listening(vertx, options, site == Site.NONE ? FREE_PORT : FREE_PORT_OF_CONSOLE);
        this.shared = new Exchange.Sharing(
                options.most().memory(),
                connections,
                new Places(options.most().crowd()),
                () -> draining,
                new Hosts(options.hosts()),
                options.proxies(),
                new Gate(behind.access()),
                new AuditTrail(behind.access().audit()),
                site,
                new BrowserHeaders(options.tls() != null),
                List.of(Grape13Style.INSTANCE, ProblemStyle.INSTANCE));
        this.behind = behind;
        this.feed = feed;
        this.calls = new CallTable(calls(behind, feed, () -> draining, options.maxPayload()));
    }

    /** Every call there is. */
    public static List<Call> calls(Backend behind, BooleanSupplier draining) {
        return calls(behind, new Feed(new TopicBodies(behind)::of), draining, Limits.USUAL_PAYLOAD_BYTES);
    }

    private static List<Call> calls(Backend behind, Feed feed, BooleanSupplier draining, int maxPayload) {
        NewTubes newTubes =
                new NewTubes(behind.tubes(), behind.access().policy().tubes());
        List<Routes> all = List.of(
                new ProduceRoutes(behind.broker(), newTubes, maxPayload),
                new ConsumeRoutes(behind.waiters(), behind.access()),
                new AckRoutes(behind.broker()),
                new JobRoutes(behind.broker()),
                new TubeRoutes(behind.tubes(), behind.reads().samples(), newTubes),
                new InsightRoutes(behind.reads()),
                new ScheduleRoutes(behind),
                new StreamRoutes(feed, behind.access()),
                new HindsightRoutes(behind.reads().hindsight()),
                new OperationRoutes(behind.operations()),
                new Grape13Routes(behind, newTubes, maxPayload),
                new SessionRoutes(behind.access(), behind.health()),
                new AccountRoutes(behind.access()),
                new AuditRoutes(behind.access().audit()),
                new HealthRoutes(behind.health(), draining));
        return all.stream().flatMap(routes -> routes.calls().stream()).toList();
    }

    /** How many connections are open. */
    public int connections() {
        return connections.open();
    }

    /** How many requests have come. */
    public long requests() {
        return requests.sum();
    }

    /** Opens the port, and returns it. */
    public Future<Integer> open() {
        return listening.open(new Listening.Handlers(this::opened, this::handle, this::refuse));
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
            vertx.setTimer(LOOK_MILLIS, next -> tell(end, told));
        }
    }

    /** Closes the port once the requests in flight are answered. */
    public Future<Void> close() {
        return listening.close();
    }

    private void opened(HttpConnection connection) {
        RequestDecoder.install(connection, listening.options(), options.most(), connections.callers(connection));
        SlowReader.install(connection, options.most().time());
        connections.opened(connection);
    }

    private void handle(HttpServerRequest http) {
        requests.increment();
        new Exchange(vertx, http, shared).run(calls);
    }

    private void refuse(HttpServerRequest http) {
        Unreadable message = Unreadable.of(http);
        new Exchange(vertx, http, shared).refuse(message.status(), message.detail());
    }
}
