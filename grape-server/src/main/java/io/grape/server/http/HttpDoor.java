package io.grape.server.http;

import io.grape.console.Assets;
import io.grape.core.Broker;
import io.grape.core.Hindsight;
import io.grape.core.Limits;
import io.grape.core.Lookup;
import io.grape.core.Operations;
import io.grape.core.Samples;
import io.grape.core.Schedule;
import io.grape.core.Tubes;
import io.grape.core.Waiters;
import io.grape.server.access.Access;
import io.grape.server.address.TrustedProxies;
import io.grape.server.crowd.Crowd;
import io.grape.server.live.Insight;
import io.grape.server.memory.Memory;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The HTTP server: which calls there are, and how it opens and closes. One server per event loop, all on one port. */
public final class HttpDoor {
    /** Few: the more calls one of them reads in a turn, the more of them share a run of a script. */
    public static final int EVENT_LOOPS = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    /** Who has not called for so long is not waited for. Balancers ask more often. */
    private static final Duration FORGOTTEN_AFTER = Duration.ofSeconds(10);

    private static final long LOOK_MILLIS = 20;
    private static final int FREE_PORT = -1;
    private static final int FREE_PORT_OF_CONSOLE = -2;

    private final Vertx vertx;
    private final Options options;
    private final Behind behind;
    private final Listening listening;
    private final CallTable calls;
    private final Exchange.Sharing shared;
    private final Connections connections;
    private final Feed feed;
    private final LongAdder requests = new LongAdder();
    private volatile boolean draining;

    /**
     * Where to listen.
     *
     * @param port 0 = a free one
     * @param tls null = plain text
     * @param hosts names that it may be called by, in small letters, beside those that nobody else can have; null = by any
     * @param proxies that are believed when they say where a request comes from
     * @param maxPayload bytes of the longest payload that is taken
     */
    public record Options(
            String host,
            int port,
            Most most,
            @Nullable Tls tls,
            @Nullable Set<String> hosts,
            TrustedProxies proxies,
            int maxPayload) {
        /** Without TLS, by any name, behind no proxy. */
        public Options(String host, int port, Most most) {
            this(host, port, most, null, null, TrustedProxies.NONE, Limits.USUAL_PAYLOAD_BYTES);
        }

        /** The same on another port. */
        public Options port(int other) {
            return new Options(host, other, most, tls, hosts, proxies, maxPayload);
        }
    }

    /** Files in PEM with which the door speaks TLS. */
    public record Tls(Path certificate, Path key) {}

    /**
     * How much to take on at one time.
     *
     * @param connections what comes beyond is for health and acknowledgements only
     * @param crowd how much of it one caller may take, at all doors together
     * @param memory for bodies and answers, of all doors together
     * @param time how long a request may take to come, and an answer to be taken, beside a second for each 32 KiB of it
     */
    public record Most(int connections, Crowd crowd, Memory memory, Duration time) {
        private static final Duration TIME = Duration.ofSeconds(30);

        /** With as much as the usual for one caller. */
        public Most(int connections, Memory memory, Duration time) {
            this(connections, new Crowd(Crowd.Most.usual(connections)), memory, time);
        }

        /** So many connections, with the usual parts of the heap. */
        public static Most ofConnections(int connections) {
            return new Most(connections, Memory.ofHeap(JsonRequests.MAX_BYTES), TIME);
        }

        /** The same with other bounds of one caller. */
        public Most of(Crowd.Most one) {
            return new Most(connections, new Crowd(one), memory, time);
        }
    }

    /** What the calls act on. */
    public record Behind(
            Broker broker,
            Tubes tubes,
            Waiters waiters,
            Health health,
            Access access,
            Reads reads,
            Operations operations) {}

    /** What those look at who want to know what is going on, and what went on. */
    public record Reads(Samples samples, Schedule schedule, Lookup lookup, Insight insight, Hindsight hindsight) {}

    /**
     * The console's files, and where they are.
     *
     * @param basePath what the path of its URLs begins with; begins and ends with a slash
     */
    public record Console(Assets assets, String basePath) {}

    public HttpDoor(Vertx vertx, Options options, Behind behind) {
        this(vertx, options, behind, new Feed(new TopicBodies(behind)::of), Site.NONE);
    }

    /** Another door, that serves the console beside the same calls. They share the streams. */
    public HttpDoor withConsole(Options other, Console console) {
        return new HttpDoor(vertx, other, behind, feed, new ConsoleSite(console));
    }

    private HttpDoor(Vertx vertx, Options options, Behind behind, Feed feed, Site site) {
        this.vertx = vertx;
        this.options = options;
        this.connections = new Connections(options);
        this.listening = new Listening(vertx, options, site == Site.NONE ? FREE_PORT : FREE_PORT_OF_CONSOLE);
        this.shared = new Exchange.Sharing(
                options.most.memory(),
                connections,
                new Places(options.most.crowd()),
                () -> draining,
                new Hosts(options.hosts),
                options.proxies,
                new Gate(behind.access()),
                new AuditTrail(behind.access().audit()),
                site,
                new BrowserHeaders(options.tls != null));
        this.behind = behind;
        this.feed = feed;
        this.calls = new CallTable(calls(behind, feed, () -> draining, options.maxPayload));
    }

    /** Every call there is. */
    static List<Call> calls(Behind behind, BooleanSupplier draining) {
        return calls(behind, new Feed(new TopicBodies(behind)::of), draining, Limits.USUAL_PAYLOAD_BYTES);
    }

    private static List<Call> calls(Behind behind, Feed feed, BooleanSupplier draining, int maxPayload) {
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
        RequestDecoder.install(connection, listening.options(), options.most);
        SlowReader.install(connection, options.most.time());
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
