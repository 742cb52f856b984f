package io.grape.cli;

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
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Forwards requests to a broker, and records those that may change something. */
final class RecordingProxy implements AutoCloseable {
    /** Headers of one connection, which are not forwarded. */
    private static final Set<String> OF_CONNECTION = Set.of(
            "connection",
            "content-length",
            "date",
            "host",
            "keep-alive",
            "transfer-encoding",
            "upgrade",
            "http2-settings");

    static {
        // Each reply would wait 40 ms for the client's acknowledgement of its headers.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final URI broker;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> requests = new ArrayList<>();
    private final Set<String> made = new LinkedHashSet<>();

    RecordingProxy(URI broker) throws IOException {
        this.broker = broker;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::pass);
        server.setExecutor(threads);
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The requests since the last time, each as method, path and body. */
    List<String> takeRequests() {
        synchronized (requests) {
            List<String> taken = List.copyOf(requests);
            requests.clear();
            return taken;
        }
    }

    private void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String method = exchange.getRequestMethod();
            String path = exchange.getRequestURI().toString();
            if (!method.equals("GET")) {
                synchronized (requests) {
                    requests.add((method + " " + path + " " + new String(body, UTF_8)).strip());
                }
            }
            HttpRequest.Builder request = HttpRequest.newBuilder(broker.resolve(path));
            exchange.getRequestHeaders().forEach((name, values) -> {
                if (!isOfConnection(name)) {
                    values.forEach(value -> request.header(name, value));
                }
            });
            HttpResponse<byte[]> response = call(request, method, body);
            if (method.equals("PUT") && response.statusCode() < 300) {
                synchronized (requests) {
                    made.add(path);
                }
            }
            response.headers().map().forEach((name, values) -> {
                if (!isOfConnection(name)) {
                    exchange.getResponseHeaders().put(name, values);
                }
            });
            boolean isEmpty = response.body().length == 0;
            exchange.sendResponseHeaders(response.statusCode(), isEmpty ? -1 : response.body().length);
            if (!isEmpty) {
                exchange.getResponseBody().write(response.body());
            }
        }
    }

    private static boolean isOfConnection(String name) {
        return OF_CONNECTION.contains(name.toLowerCase(Locale.ROOT));
    }

    /** Deletes the tubes and quotas that were created since the last time, with everything in them. */
    void deleteMade() {
        List<String> paths;
        synchronized (requests) {
            paths = List.copyOf(made);
            made.clear();
        }
        for (String path : paths) {
            String[] parts = path.split("/", -1);
            String name = parts[3];
            send("DELETE", "/v1/" + parts[2] + "/" + name + (parts[2].equals("tubes") ? "?confirm=" + name : ""), "");
        }
    }

    /** Sends a request of the test itself, and returns the status of the reply, which may be an error. */
    int send(String method, String path, String body) {
        return call(HttpRequest.newBuilder(broker.resolve(path)), method, body.getBytes(UTF_8))
                .statusCode();
    }

    private static HttpResponse<byte[]> call(HttpRequest.Builder request, String method, byte[] body) {
        HttpRequest.BodyPublisher publisher =
                body.length == 0 ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body);
        try {
            return CLIENT.send(request.method(method, publisher).build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
