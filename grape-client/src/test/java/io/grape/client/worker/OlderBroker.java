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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands between a client and its broker, and does not know {@code next}: it refuses it, or takes no notice of it. */
final class OlderBroker implements AutoCloseable {
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger asked = new AtomicInteger();
    private final HttpServer server;
    private final String broker;
    private final boolean refuses;

    OlderBroker(String broker, boolean refuses) throws IOException {
        this.broker = broker;
        this.refuses = refuses;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::relay);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** How often it was asked for the next jobs. */
    int asked() {
        return asked.get();
    }

    private void relay(HttpExchange exchange) throws IOException {
        String target = exchange.getRequestURI().toString();
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (!target.contains("next=")) {
            forward(exchange, target, body);
            return;
        }
        asked.incrementAndGet();
        if (refuses) {
            String problem = "{\"code\":\"BAD_REQUEST\",\"detail\":\"query: expected no parameters, got 'next'\"}";
            answer(exchange, 400, "application/problem+json", problem.getBytes(UTF_8));
        } else {
            forward(exchange, target.replaceAll("[?&]next=\\d+", ""), body);
        }
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
