package io.grape.client.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stands between a client and its broker, and sheds its consumes when told to. All else passes. */
final class SheddingWire implements AutoCloseable {
    private static final Pattern CONSUME = Pattern.compile("/consume\\?max=(\\d+)");
    private static final byte[] SHED =
            "{\"code\":\"OVERLOADED\",\"detail\":\"too much to do\",\"requestId\":\"r1\"}".getBytes(UTF_8);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Integer> shed = new CopyOnWriteArrayList<>();
    private final List<Integer> passed = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final String broker;
    private volatile boolean sheds;

    SheddingWire(String broker) throws IOException {
        this.broker = broker;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::relay);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    void sheds(boolean value) {
        sheds = value;
    }

    /** For how many jobs each consume asked that it shed. */
    List<Integer> shed() {
        return shed;
    }

    /** For how many jobs each consume asked that it let pass. */
    List<Integer> passed() {
        return passed;
    }

    private void relay(HttpExchange exchange) throws IOException {
        String target = exchange.getRequestURI().toString();
        byte[] body = exchange.getRequestBody().readAllBytes();
        Matcher consume = CONSUME.matcher(target);
        if (consume.find()) {
            int max = Integer.parseInt(consume.group(1));
            if (sheds) {
                shed.add(max);
                exchange.getResponseHeaders().set("Retry-After", "1");
                exchange.getResponseHeaders().set("Grape-Overloaded", "queue");
                answer(exchange, 503, "application/problem+json", SHED);
                return;
            }
            passed.add(max);
        }
        forward(exchange, target, body);
    }

    private void forward(HttpExchange exchange, String target, byte[] body) throws IOException {
        try {
            HttpResponse<byte[]> response = client.send(
                    HttpRequest.newBuilder(URI.create(broker + target))
                            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            answer(
                    exchange,
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse("application/json"),
                    response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
