package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.embedded.EmbeddedRedis;
import io.grape.redis.TestRedis;
import io.grape.server.ListenerOptions;
import io.grape.server.MetricsOptions;
import io.grape.server.RepairOptions;
import io.grape.server.ServerConfig;
import io.grape.server.StoreOptions;
import io.grape.server.app.GrapeServer;
import io.grape.server.http.RawClient.RawAnswer;
import io.grape.server.http.Wire.Answer;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Problems;
import io.grape.server.http.connection.HttpLimits;
import io.grape.server.http.connection.HttpOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** Calls that fail through a fault of ours, or of Redis, or because the broker goes down. */
class FailingCallsTest {
    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void closeVertx() {
        vertx.close().await();
    }

    private HttpApi api(Supplier<CompletionStage<?>> answer) {
        return new HttpApi(
                vertx, new HttpOptions("127.0.0.1", 0, HttpLimits.ofConnections(100)), FakePorts.behind(answer));
    }

    private static Wire open(HttpApi api) {
        return Wire.to(URI.create("http://127.0.0.1:" + api.open(0).await()));
    }

    private static Answer send(Wire wire, Endpoint call) {
        return wire.send(
                call.method().name(), V1Calls.path(call), V1Calls.body(call).getBytes(UTF_8));
    }

    @Test
    void whatNobodyForesawIsLoggedOnceAndToldToNobody() {
        HttpApi api = api(() -> CompletableFuture.failedFuture(new IllegalStateException("secret")));
        Wire wire = open(api);
        Logger logger = (Logger) LoggerFactory.getLogger(Problems.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        logger.setAdditive(false);
        try {
            for (Endpoint call : V1Calls.all()) {
                log.list.clear();
                Answer answer = send(wire, call);
                answer.isProblem(500, "INTERNAL", "this is a fault of the broker");
                assertThat(answer.text()).doesNotContain("secret");
                assertThat(log.list).as(call.toString()).hasSize(1);
                ILoggingEvent event = log.list.get(0);
                assertThat(event.getLevel()).isEqualTo(Level.ERROR);
                assertThat(event.getFormattedMessage()).contains("requestId=" + answer.header("X-Request-Id"));
                assertThat(event.getThrowableProxy().getMessage()).isEqualTo("secret");
            }
        } finally {
            logger.detachAppender(log);
            logger.setAdditive(true);
            api.close().await();
        }
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void everyCodeHasItsStatus(ErrorCode code) {
        GrapeException failure = code == ErrorCode.TOO_LARGE
                ? GrapeException.tooLarge("so it is", 1, 2)
                : new GrapeException(code, "so it is");
        HttpApi api = api(() -> CompletableFuture.failedFuture(failure));
        Answer answer = open(api).get("/v1/tubes/t");
        int status = switch (code) {
            case BAD_REQUEST -> 400;
            case UNAUTHENTICATED -> 401;
            case FORBIDDEN -> 403;
            case TUBE_NOT_FOUND, JOB_NOT_FOUND, NOT_FOUND -> 404;
            case DUPLICATE, LEASE_LOST, WRONG_STATE, GATED -> 409;
            case TOO_LARGE -> 413;
            case QUOTA_EXCEEDED, TUBE_FULL -> 429;
            case INTERNAL -> 500;
            case OVERLOADED, DRAINING, STORE_UNAVAILABLE -> 503;
            case DEADLINE_EXCEEDED -> 504;
        };
        answer.isProblem(status, code.name(), code == ErrorCode.INTERNAL ? "fault of the broker" : "so it is");
        api.close().await();
    }

    @Test
    void withoutRedisEveryCallIsToldToComeBack(@TempDir Path data) {
        EmbeddedRedis redis = EmbeddedRedis.durable(data);
        GrapeServer server = GrapeServer.start(
                new ServerConfig(
                        new ListenerOptions("127.0.0.1", 0, Duration.ZERO, 2000),
                        new StoreOptions(
                                null, TestRedis.newNamespace(), data, Duration.ofSeconds(3), Duration.ZERO, false),
                        new MetricsOptions(100),
                        new RepairOptions(1000)),
                redis.uri());
        try {
            Wire wire = Wire.to(URI.create("http://127.0.0.1:" + server.httpPort()));
            wire.put("/v1/tubes/t/jobs/a", "x").is(201);
            redis.process().destroy();
            redis.process().onExit().join();
            for (Endpoint call : V1Calls.all()) {
                send(wire, call).isProblem(503, "STORE_UNAVAILABLE", "Redis cannot be used now");
            }
            assertThat(wire.get("/health/ready").is(503).json().getBoolean("ready"))
                    .isFalse();
            wire.get("/health/live").is(200);
            redis.restart();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> wire.get("/v1/tubes/t/jobs/a").status() == 200);
        } finally {
            server.close().await();
            redis.close();
        }
    }

    @Test
    void aBrokerThatDrainsRefusesNewWorkAndStillListensToConsumersAndOperators() {
        HttpApi api = api(() -> CompletableFuture.failedFuture(new GrapeException(ErrorCode.JOB_NOT_FOUND, "asked")));
        Wire wire = open(api);
        wire.get("/health/ready").is(200);
        api.drain(Duration.ZERO);
        for (Endpoint call : V1Calls.all()) {
            Answer answer = send(wire, call);
            if (call.path().matches(".*/(finish|release|bury|touch|handback|handover|acks)")) {
                answer.isProblem(404, "JOB_NOT_FOUND", "asked");
            } else {
                answer.isProblem(503, "DRAINING", "this broker is shutting down, retry at another one");
            }
        }
        assertThat(wire.get("/health/ready").is(503).text()).isEqualTo("{\"ready\":false,\"reasons\":[\"draining\"]}");
        for (String path : List.of("/health/live", "/metrics", "/version", "/openapi.json")) {
            wire.get(path).is(200);
        }
        api.close().await();
    }

    @Test
    void aBrokerThatDrainsStillListensToConsumersOfGrape13() {
        HttpApi api = api(() -> CompletableFuture.failedFuture(new GrapeException(ErrorCode.JOB_NOT_FOUND, "asked")));
        int port = api.open(0).await();
        api.drain(Duration.ZERO);
        List<String> others =
                List.of("POST produce", "GET consume", "GET peek", "PUT kick", "DELETE discard", "DELETE delete");
        for (String call : List.of("DELETE finish", "PUT release", "PUT bury", "PUT failure")) {
            assertThat(ofGrape13(port, call).body()).as(call).isEqualTo("false");
        }
        for (String call : others) {
            Grape13Client.Answer answer = ofGrape13(port, call);
            assertThat(answer.status()).as(call).isEqualTo(503);
            assertThat(answer.body()).as(call).contains("this broker is shutting down, retry at another one");
        }
        api.close().await();
    }

    private static Grape13Client.Answer ofGrape13(int port, String call) {
        String request = call.replace(" ", " /api/job/") + "?tube=t&jid=a";
        return new Grape13Client(port).send(request, List.of(), new byte[0]);
    }

    @Test
    void aBrokerThatDrainsKeepsNoConnectionOfHttp10() {
        HttpApi api = api(() -> new CompletableFuture<>());
        String request = "GET /version HTTP/1.0\r\nHost: h\r\nConnection: keep-alive\r\n\r\n";
        try (RawClient client = new RawClient(api.open(0).await())) {
            RawAnswer kept = client.say(request).answer();
            assertThat(kept.header("Connection")).isEqualToIgnoringCase("keep-alive");
            api.drain(Duration.ZERO);
            RawAnswer last = client.say(request).answer();
            assertThat(last.status()).isEqualTo(200);
            assertThat(last.header("Connection")).isEqualTo("close");
            assertThat(client.rest()).isEmpty();
        }
        api.close().await();
    }

    @Test
    void callsInFlightAreAnsweredBeforeTheListenerCloses() throws InterruptedException {
        CompletableFuture<Object> answer = new CompletableFuture<>();
        CountDownLatch asked = new CountDownLatch(1);
        HttpApi api = api(() -> {
            asked.countDown();
            return answer;
        });
        int port = api.open(0).await();
        try (RawClient client = new RawClient(port);
                RawClient idle = new RawClient(port)) {
            assertThat(idle.ask("GET", "/version").answer().status()).isEqualTo(200);
            client.ask("GET", "/v1/tubes/t");
            asked.await();
            api.drain(Duration.ZERO);
            Future<Void> closed = api.close();
            assertThat(idle.rest()).isEmpty();
            assertThat(closed.isComplete()).isFalse();
            answer.completeExceptionally(new GrapeException(ErrorCode.TUBE_NOT_FOUND, "in flight"));
            RawAnswer last = client.answer();
            assertThat(last.status()).isEqualTo(404);
            assertThat(last.body()).contains("in flight");
            assertThat(client.rest()).isEmpty();
            closed.await();
        }
    }
}
