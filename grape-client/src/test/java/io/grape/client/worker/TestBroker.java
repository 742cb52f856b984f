package io.grape.client.worker;

import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.process.FreePorts;
import io.grape.redis.TestRedis;
import io.grape.server.ListenerOptions;
import io.grape.server.MetricsOptions;
import io.grape.server.RepairOptions;
import io.grape.server.ServerConfig;
import io.grape.server.StoreOptions;
import io.grape.server.app.GrapeServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A broker in this process, on the Redis of this run, in a namespace of its own; it can go away and come back. */
public final class TestBroker implements BeforeEachCallback, AfterEachCallback {
    private static final HttpClient METRICS = HttpClient.newHttpClient();
    private final String namespace;
    private final int port = FreePorts.one();
    private final Grape grape = Grape.connect(address());
    private GrapeServer server;

    public TestBroker() {
        this(TestRedis.newNamespace());
    }

    private TestBroker(String namespace) {
        this.namespace = namespace;
        server = start();
    }

    /** Another broker of the same jobs. */
    TestBroker another() {
        return new TestBroker(namespace);
    }

    private GrapeServer start() {
        return GrapeServer.start(config(), TestRedis.uri());
    }

    private ServerConfig config() {
        return new ServerConfig(
                new ListenerOptions("127.0.0.1", port, Duration.ZERO, 2000),
                new StoreOptions(null, namespace, Path.of("target"), Duration.ofSeconds(5), Duration.ZERO, true),
                new MetricsOptions(100),
                new RepairOptions(0));
    }

    public Grape grape() {
        return grape;
    }

    public String address() {
        return "http://127.0.0.1:" + port;
    }

    /** The value of a metric without labels. */
    double metric(String name) {
        return metric(address(), name);
    }

    /** The same, of another broker. */
    static double metric(String address, String name) {
        try {
            return METRICS.send(
                            HttpRequest.newBuilder(URI.create(address + "/metrics"))
                                    .build(),
                            BodyHandlers.ofLines())
                    .body()
                    .filter(line -> line.startsWith(name + " "))
                    .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Another client, whose events somebody wants to know. */
    public Grape client(ClientEvents events) {
        return client(address(), events);
    }

    /** The same, by way of another address. */
    Grape client(String address, ClientEvents events) {
        return Grape.builder()
                .brokers(List.of(URI.create(address)))
                .events(events)
                .build();
    }

    /** Nobody listens at its address any more. */
    public void away() {
        server.close().await();
    }

    /** It listens there again. */
    public void back() {
        server = start();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        // Started as the field is made, so that other fields of the test can use it.
    }

    @Override
    public void afterEach(ExtensionContext context) {
        grape.close();
        server.close().await();
    }
}
