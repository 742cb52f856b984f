package io.grape.server.metrics;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.awaitility.Awaitility.await;

import io.grape.harness.RedisNode;
import io.grape.harness.RunningBroker;
import io.grape.process.FreePorts;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A broker on a Redis of its own, at a port that it keeps, and what can be done to both. */
final class WatchedBroker implements AutoCloseable {
    static final String NAMESPACE = "watched";

    /** A job whose delivery was lost is delivered again after a minute. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final RedisNode redis;
    private final RunningBroker broker;
    private final String address;

    WatchedBroker(Path directory) {
        redis = RedisNode.start(directory, FreePorts.one(), "--appendonly", "yes");
        address = "127.0.0.1:" + FreePorts.one();
        broker = RunningBroker.start(
                Map.of("GRAPE_BEANSTALKD_PORT", "0", "GRAPE_REDIS", redis.uri()),
                "--http-port",
                address.split(":", 2)[1],
                "--namespace",
                NAMESPACE,
                // While Redis stands still a scrape comes within its time.
                "--redis-timeout-ms",
                "1000");
        broker.awaitReady();
    }

    String address() {
        return address;
    }

    RedisNode redis() {
        return redis;
    }

    void down() {
        broker.terminate();
    }

    void up(Map<String, String> environment) {
        broker.launch(environment);
        broker.awaitReady();
    }

    String key(String tube, String part) {
        return NAMESPACE + ":{" + tube + "}:" + part;
    }

    void configure(String setting, String value) {
        redis.ask(commands -> commands.configSet(setting, value));
    }

    /** Sends a call, again while a slow machine has no time for Redis; returns what it says, whatever the status. */
    String call(String method, String path, String body) {
        return await().atMost(PATIENCE)
                .until(() -> send(method, path, body), said -> !said.contains("STORE_UNAVAILABLE"));
    }

    private String send(String method, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(60))
                .build();
        try {
            return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    void tube(String tube, String settings) {
        call("PUT", "/v1/tubes/" + tube, settings);
    }

    void produce(String tube, String id) {
        call("PUT", "/v1/tubes/" + tube + "/jobs/" + id, "1");
    }

    /** Takes a job of a tube, and ends it so. */
    void consumeAnd(String tube, String verb) {
        acknowledge(tube, verb, consume(tube));
    }

    /** Takes a job; its id and its lease. */
    Map.Entry<String, String> consume(String tube) {
        String path = "/v1/tubes/" + tube + "/consume?waitMs=1000";
        JsonObject job = await().atMost(PATIENCE)
                .until(() -> new JsonObject(call("POST", path, "")).getJsonArray("jobs"), jobs -> !jobs.isEmpty())
                .getJsonObject(0);
        return Map.entry(job.getString("id"), job.getString("lease"));
    }

    void acknowledge(String tube, String verb, Map.Entry<String, String> job) {
        call("POST", "/v1/tubes/" + tube + "/jobs/" + job.getKey() + "/" + verb + "?lease=" + job.getValue(), "");
    }

    void delete(String tube) {
        call("DELETE", "/v1/tubes/" + tube + "?confirm=" + tube, "");
    }

    /** Puts one job by the protocol of beanstalkd and reserves it; the connection stays. */
    Socket reserve() throws IOException {
        Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), broker.beanstalkdAddress().getPort());
        socket.getOutputStream().write("put 1 0 60 1\r\nx\r\nreserve\r\n".getBytes(US_ASCII));
        return socket;
    }

    @Override
    public void close() {
        broker.close();
        redis.close();
    }
}
