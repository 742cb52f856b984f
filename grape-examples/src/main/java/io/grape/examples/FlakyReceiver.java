package io.grape.examples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Who the demo of {@link Webhook} delivers to: one address fails twice, another takes nothing any more. */
final class FlakyReceiver implements AutoCloseable {
    private static final int FAILURES = 2;

    private final AtomicInteger calls = new AtomicInteger();
    private final CountDownLatch settled = new CountDownLatch(2);
    private final HttpServer server;

    FlakyReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/flaky", this::answerFlaky);
        server.createContext("/gone", this::answerGone);
        server.start();
    }

    private void answerFlaky(HttpExchange exchange) throws IOException {
        boolean fails = calls.incrementAndGet() <= FAILURES;
        answer(exchange, fails ? 503 : 204);
        if (!fails) {
            settled.countDown();
        }
    }

    private void answerGone(HttpExchange exchange) throws IOException {
        answer(exchange, 410);
        settled.countDown();
    }

    private static void answer(HttpExchange exchange, int status) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(status, -1);
        }
    }

    URI flaky() {
        return at("/flaky");
    }

    URI gone() {
        return at("/gone");
    }

    private URI at(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    /** How often the flaky address was called. */
    int calls() {
        return calls.get();
    }

    /** Returns when one event was taken and the other was refused. */
    void await() throws InterruptedException {
        settled.await();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
