package io.grape.client.buffer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands before a broker, and refuses bodies that are too long for it, with a page of its own. */
final class RefusingProxy implements AutoCloseable {
    private static final byte[] PAGE = "<html>Request Entity Too Large</html>".getBytes(UTF_8);
    private static final int TOO_LARGE = 413;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger refused = new AtomicInteger();
    private final HttpServer server;
    private final URI broker;
    private volatile int maxBytes;

    RefusingProxy(String broker, int maxBytes) {
        this.broker = URI.create(broker);
        this.maxBytes = maxBytes;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::pass);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** How many calls it has refused. */
    int refused() {
        return refused.get();
    }

    void allow(int bytes) {
        maxBytes = bytes;
    }

    private void pass(HttpExchange exchange) throws IOException {
        try {
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (body.length > maxBytes) {
                refused.incrementAndGet();
                respond(exchange, TOO_LARGE, "text/html", PAGE);
                return;
            }
            HttpRequest.Builder request = HttpRequest.newBuilder(broker.resolve(exchange.getRequestURI()))
                    .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
            String type = exchange.getRequestHeaders().getFirst("Content-Type");
            if (type != null) {
                request.header("Content-Type", type);
            }
            HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            String responded = response.headers().firstValue("Content-Type").orElse("text/plain");
            respond(exchange, response.statusCode(), responded, response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    private static void respond(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
