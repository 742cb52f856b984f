package io.grape.harness;

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
import org.jspecify.annotations.Nullable;

/** A proxy before a broker, which holds responses back, refuses calls or cuts them off, as it is told to. */
public final class FaultyProxy implements AutoCloseable {
    private static final byte[] PAGE = "<html>Request Entity Too Large</html>".getBytes(UTF_8);
    private static final int TOO_LARGE = 413;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final URI broker;
    private boolean holds;
    private int held;
    private int refused;
    private volatile int status;
    private volatile int maxBytes = Integer.MAX_VALUE;
    private volatile String cut = "";

    /** Starts it on a free port. */
    public FaultyProxy(URI broker) {
        this.broker = broker;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::pass);
        server.start();
    }

    /** Where it is. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** From now on it holds responses back. */
    public synchronized void hold() {
        holds = true;
    }

    /** It sends what it holds, and holds nothing from now on. */
    public synchronized void letGo() {
        holds = false;
        held = 0;
        notifyAll();
    }

    /** How many responses it holds: the broker has done what was asked, and who asked does not know. */
    public synchronized int held() {
        return held;
    }

    /** From now on it responds with this status itself; 0: it does not. */
    public void refuse(int with) {
        status = with;
    }

    /** It ends the connection of each call whose body has this text. */
    public void cutAt(String text) {
        cut = text;
    }

    /** It takes no body that is longer, and says so with a page of its own. */
    public void refuseLongerThan(int bytes) {
        maxBytes = bytes;
    }

    /** How many produces it did not pass on. */
    public synchronized int refused() {
        return refused;
    }

    private synchronized boolean isRefused(HttpExchange exchange, byte[] body) throws IOException {
        boolean isCut = !cut.isEmpty() && new String(body, UTF_8).contains(cut);
        int refusal = body.length > maxBytes ? TOO_LARGE : status;
        if (refusal == 0 && !isCut) {
            return false;
        }
        if (body.length > 0) {
            refused++;
        }
        if (refusal == TOO_LARGE) {
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(refusal, PAGE.length);
            exchange.getResponseBody().write(PAGE);
        } else if (!isCut) {
            exchange.sendResponseHeaders(refusal, -1);
        }
        exchange.close();
        return true;
    }

    private synchronized void awaitPassage() throws InterruptedException {
        if (holds) {
            held++;
        }
        while (holds) {
            wait();
        }
    }

    private void pass(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (isRefused(exchange, body)) {
            return;
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(broker.resolve(exchange.getRequestURI()))
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
        @Nullable String type = exchange.getRequestHeaders().getFirst("Content-Type");
        if (type != null) {
            request.header("Content-Type", type);
        }
        try {
            HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            awaitPassage();
            response.headers()
                    .firstValue("Content-Type")
                    .ifPresent(value -> exchange.getResponseHeaders().set("Content-Type", value));
            exchange.sendResponseHeaders(response.statusCode(), response.body().length);
            exchange.getResponseBody().write(response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
