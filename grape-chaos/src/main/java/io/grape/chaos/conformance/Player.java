package io.grape.chaos.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Stands between a worker and a broker: passes calls on, and does what the script says. */
final class Player implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final RealBroker broker;
    private final Script script;
    private final Seen seen = new Seen();
    private final HttpServer server;
    private volatile boolean deliversNoMore;

    Player(RealBroker broker, Script script) throws IOException {
        this.broker = broker;
        this.script = script;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::play);
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    Seen seen() {
        return seen;
    }

    /** From now on the worker gets no jobs: they go back, as those of a client that has disconnected. */
    void deliverNoMore() {
        deliversNoMore = true;
    }

    private void play(HttpExchange exchange) throws IOException {
        try {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Call call = Call.of(exchange.getRequestURI(), body);
            seen.came(call);
            Turn turn = script.turn(call);
            switch (turn.what()) {
                case PASS -> {
                    if (call.isPresence()) {
                        Thread.sleep(turn.time().toMillis());
                        passOn(exchange);
                    } else {
                        respond(exchange, call, passed(exchange, body), turn.time());
                    }
                }
                case LOSE -> passed(exchange, body);
                case REFUSE -> refuse(exchange, turn);
                case CUT -> {}
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    /** A response that goes on, until either side ends it. */
    private void passOn(HttpExchange exchange) throws IOException, InterruptedException {
        HttpResponse<InputStream> response =
                broker.open(exchange.getRequestURI().toString(), exchange.getRequestHeaders());
        try (InputStream in = response.body()) {
            response.headers()
                    .firstValue("Grape-Grace-Ms")
                    .ifPresent(grace -> exchange.getResponseHeaders().set("Grape-Grace-Ms", grace));
            exchange.sendResponseHeaders(response.statusCode(), 0);
            OutputStream out = exchange.getResponseBody();
            for (int part = in.read(); part >= 0; part = in.read()) {
                out.write(part);
                out.flush();
                if (response.statusCode() == 200) {
                    seen.wasPresent();
                }
            }
        }
    }

    private HttpResponse<byte[]> passed(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        return broker.pass(
                exchange.getRequestMethod(), exchange.getRequestURI().toString(), exchange.getRequestHeaders(), body);
    }

    private void respond(HttpExchange exchange, Call call, HttpResponse<byte[]> response, Duration held)
            throws IOException, InterruptedException {
        JsonNode json = response.body().length == 0 ? JSON.missingNode() : JSON.readTree(response.body());
        if (json instanceof ObjectNode object) {
            deliver(object);
        }
        Thread.sleep(held.toMillis());
        note(call, response.statusCode(), json);
        response.headers()
                .firstValue("Retry-After")
                .ifPresent(after -> exchange.getResponseHeaders().set("Retry-After", after));
        send(exchange, response.statusCode(), json.isMissingNode() ? response.body() : JSON.writeValueAsBytes(json));
    }

    private void deliver(ObjectNode response) throws IOException, InterruptedException {
        for (JsonNode job : response.path("jobs")) {
            if (deliversNoMore) {
                broker.handBack(job);
            } else {
                script.deliver((ObjectNode) job);
                seen.wasDelivered(job);
            }
        }
        if (deliversNoMore && response.has("jobs")) {
            response.putArray("jobs");
        }
    }

    /** Notes what is told of each acknowledgement. */
    private void note(Call call, int status, JsonNode json) {
        for (int at = 0; at < call.acks().size(); at++) {
            JsonNode code = json.path("results").path(at).path("error").path("code");
            boolean isDone = status / 100 == 2 && code.isMissingNode();
            String told = isDone ? "" : code.asText(json.path("code").asText("UNKNOWN"));
            seen.wasTold(new Told(call.acks().get(at), call.at(), System.nanoTime(), told));
        }
    }

    private void refuse(HttpExchange exchange, Turn turn) throws IOException {
        exchange.getResponseHeaders()
                .set("Retry-After", Long.toString(turn.time().toSeconds()));
        exchange.getResponseHeaders().set("Content-Type", "application/problem+json");
        String problem = String.format(
                Locale.ROOT,
                "{\"status\":%d,\"code\":\"%s\",\"detail\":\"played\",\"requestId\":\"played\"}",
                turn.status(),
                turn.code());
        seen.wasRefused(System.nanoTime());
        send(exchange, turn.status(), problem.getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().putIfAbsent("Content-Type", List.of("application/json"));
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
