package io.grape.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.Limits;
import io.grape.redis.TestRedis;
import io.grape.server.access.Scope;
import io.grape.server.address.TrustedProxies;
import io.grape.server.admission.CallerLimits;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.app.GrapeServer;
import io.grape.server.http.connection.HttpLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Gives each test brokers of its own on the Redis of this run, in a namespace of its own, and a way to call them. */
public final class ServerExtension implements BeforeEachCallback, AfterEachCallback {
    /** Of a password: the usual takes a quarter of a second. */
    private static final int MIN_COST = 4;

    private static final int MAX_CONNECTIONS = 2000;
    /** What a machine that does much else may take for a call to Redis. */
    private static final Duration BUSY = Duration.ofSeconds(30);

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final int count;
    private final HttpLimits most;
    private final AccessOptions access;
    private final RepairOptions selfCheck;
    private final int maxPayload;
    private Duration storeTimeout = Duration.ofSeconds(5);
    private final List<GrapeServer> servers = new ArrayList<>();
    private final List<GrapeServer> stopped = new ArrayList<>();
    private String namespace = "";
    private String adminToken = "";

    public ServerExtension() {
        this(1);
    }

    public ServerExtension(int count) {
        this(count, HttpLimits.ofConnections(MAX_CONNECTIONS), AccessOptions.OPEN);
    }

    private ServerExtension(int count, HttpLimits most, AccessOptions access) {
        this(count, most, access, new RepairOptions(1000), Limits.USUAL_PAYLOAD_BYTES);
    }

    private ServerExtension(int count, HttpLimits most, AccessOptions access, RepairOptions selfCheck, int maxPayload) {
        this.count = count;
        this.most = most;
        this.access = access;
        this.selfCheck = selfCheck;
        this.maxPayload = maxPayload;
    }

    private ServerExtension storeTimeout(Duration value) {
        storeTimeout = value;
        return this;
    }

    /** One that takes payloads of so many bytes at most. */
    public static ServerExtension ofPayload(int bytes) {
        return new ServerExtension(
                1, HttpLimits.ofConnections(MAX_CONNECTIONS), AccessOptions.OPEN, new RepairOptions(1000), bytes);
    }

    /** One that looks at no job unless it is asked to. */
    public static ServerExtension withoutSelfCheck() {
        return new ServerExtension(
                1,
                HttpLimits.ofConnections(MAX_CONNECTIONS),
                AccessOptions.OPEN,
                new RepairOptions(0),
                Limits.USUAL_PAYLOAD_BYTES);
    }

    /** One that ends a request sooner that does not come; Redis has all the time that a busy machine takes. */
    public static ServerExtension ofRequestTime(Duration time) {
        return new ServerExtension(1, HttpLimits.ofConnections(MAX_CONNECTIONS).time(time), AccessOptions.OPEN)
                .storeTimeout(BUSY);
    }

    /** One whose responses must be read in so long. */
    public static ServerExtension ofReadTime(Duration time) {
        return new ServerExtension(1, HttpLimits.ofConnections(MAX_CONNECTIONS).readTime(time), AccessOptions.OPEN);
    }

    /** Some for which a reset so long behind a response still tells that its client has not got it. */
    public static ServerExtension resetTells(int count, Duration time) {
        HttpLimits most = HttpLimits.ofConnections(MAX_CONNECTIONS).resetTells(time);
        return new ServerExtension(count, most, AccessOptions.OPEN);
    }

    /** Some that ask who calls and believe proxies, with so much memory, and all the time that a client takes. */
    public static ServerExtension withMemory(MemoryBudgets memory) {
        return askingBehindProxies(1, new HttpLimits(MAX_CONNECTIONS, memory, Duration.ofHours(1)));
    }

    /** Some that ask who calls; they know a token that may do everything. */
    public static ServerExtension asking(int count) {
        return askingWithTubes(count, AccessOptions.USUAL_TUBES);
    }

    /** Some that ask who calls, each of whom may have made so many tubes. */
    public static ServerExtension askingWithTubes(int count, int tubes) {
        HttpLimits usual = HttpLimits.ofConnections(MAX_CONNECTIONS);
        return new ServerExtension(
                count, usual, new AccessOptions(true, null, "TEST", MIN_COST, Set.of(), TrustedProxies.NONE, tubes));
    }

    /** Some that ask who calls, and believe what this machine says in X-Forwarded-For. */
    public static ServerExtension askingBehindProxies(int count) {
        return askingBehindProxies(count, HttpLimits.ofConnections(MAX_CONNECTIONS));
    }

    /** One of those, at which one caller may take so much. */
    public static ServerExtension crowded(CallerLimits ofOne) {
        return askingBehindProxies(1, HttpLimits.ofConnections(MAX_CONNECTIONS).of(ofOne));
    }

    /** Some at which one address may take all that there is. */
    public static ServerExtension ofOneAddress(int count) {
        CallerLimits all = new CallerLimits(MAX_CONNECTIONS, MAX_CONNECTIONS, MAX_CONNECTIONS, MAX_CONNECTIONS);
        HttpLimits most = HttpLimits.ofConnections(MAX_CONNECTIONS).of(all);
        return new ServerExtension(count, most, AccessOptions.OPEN);
    }

    private static ServerExtension askingBehindProxies(int count, HttpLimits usual) {
        TrustedProxies proxies = TrustedProxies.parse("127.0.0.1").orElseThrow();
        return new ServerExtension(
                count,
                usual,
                new AccessOptions(true, null, "TEST", MIN_COST, Set.of(), proxies, AccessOptions.USUAL_TUBES));
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        namespace = TestRedis.newNamespace();
        if (access.required()) {
            adminToken = TestAccounts.token(namespace, "admin", Scope.ADMIN);
        }
        for (int i = 0; i < count; i++) {
            servers.add(GrapeServer.start(config(), TestRedis.uri(), most));
        }
    }

    private ServerConfig config() {
        return new ServerConfig(
                new ListenerOptions("127.0.0.1", 0, Duration.ZERO, MAX_CONNECTIONS, maxPayload, null),
                new StoreOptions(null, namespace, Path.of("target"), storeTimeout, Duration.ZERO, true),
                new MetricsOptions(100),
                selfCheck,
                ConsoleOptions.OFF,
                access,
                new BeanstalkdOptions(0, false, "127.0.0.1", false, access.required() ? "admin" : null));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        servers.stream()
                .filter(server -> !stopped.contains(server))
                .forEach(server -> server.close().await());
        stopped.clear();
        servers.clear();
    }

    /** Of brokers that ask: may do everything. */
    public String adminToken() {
        return adminToken;
    }

    /** One of the brokers goes down; done when it is. Another call to it fails. */
    public void stop(int server) {
        stopped.add(servers.get(server));
        servers.get(server).close().await();
    }

    public String namespace() {
        return namespace;
    }

    /** The port of the protocol of beanstalkd of one of the brokers. */
    public int beanstalkdPort(int server) {
        return servers.get(server).beanstalkdPort();
    }

    public URI uri(int server, String pathAndQuery) {
        return URI.create("http://127.0.0.1:" + servers.get(server).httpPort() + pathAndQuery);
    }

    public HttpResponse<String> call(String method, String pathAndQuery) {
        return call(0, method, pathAndQuery, "", null);
    }

    public HttpResponse<String> call(String method, String pathAndQuery, String body, String contentType) {
        return call(0, method, pathAndQuery, body, contentType);
    }

    /** Calls one of the brokers. */
    public HttpResponse<String> call(
            int server, String method, String pathAndQuery, String body, @Nullable String contentType) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(server, pathAndQuery))
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body, UTF_8))
                .timeout(Duration.ofSeconds(90));
        if (contentType != null) {
            request.header("Content-Type", contentType);
        }
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
