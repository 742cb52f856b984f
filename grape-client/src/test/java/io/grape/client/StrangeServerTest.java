package io.grape.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that is no broker, and says 200 to everything, is not taken for one. */
class StrangeServerTest {
    private static final Tube<String> TUBE = Tube.of("t", Codec.text());

    private final HttpServer server;
    private final Grape grape;
    private final List<String> outcomes = new CopyOnWriteArrayList<>();
    private int status = 200;
    private String says = "";
    private String retryAfter = "0";

    StrangeServerTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = says.getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders().set("Retry-After", retryAfter);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        grape = Grape.builder()
                .brokers(URI.create("http://127.0.0.1:" + server.getAddress().getPort()))
                .callTimeout(Duration.ofSeconds(20))
                .events(new ClientEvents() {
                    @Override
                    public void called(String call, String outcome, Duration took) {
                        outcomes.add(outcome);
                    }
                })
                .build();
    }

    @AfterEach
    void close() {
        grape.close();
        server.stop(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "<html>", "null", "{\"results\":[],\"jobs\":{},\"kicked\":\"1\"}"})
    void whatItAnswersIsNoSuccess(String answer) {
        says = answer;
        refused(() -> grape.produce(TUBE, "x"));
        refused(() -> grape.consume(TUBE, 1, Duration.ZERO));
        refused(() -> grape.peek(TUBE, "a"));
        refused(() -> grape.list(TUBE, JobState.READY, 1, null));
        refused(() -> grape.delete(TUBE, "a"));
        refused(() -> grape.kick(TUBE, "a"));
        refused(() -> grape.kickAll(TUBE, 1));
        refused(() -> grape.take(TUBE, "a"));
        refused(() -> grape.acknowledge("t", new Acknowledgement.Finish("a", new Lease(1))));
        Acknowledgement.Finish finish = new Acknowledgement.Finish("a", new Lease(1));
        refused(() -> grape.finishAndConsume(TUBE, finish, 1, Duration.ZERO));
        refused(() -> grape.acknowledgeAndConsume(TUBE, List.of(finish), 1, Duration.ZERO));
        refused(() -> grape.produceAll(TUBE, List.of(NewJob.of("x"))).get(0).get());
        refused(() -> grape.tubes().list(1, null));
        refused(() -> grape.tubes().status("t"));
        refused(() -> grape.tubes().delete("t"));
        GateSettings gate = GateSettings.hold(GateMatch.ALL);
        refused(() -> grape.tubes().gates("t").list());
        refused(() -> grape.tubes().gates("t").put("g", gate));
        refused(() -> grape.tubes().gates("t").preview(gate));
        refused(() -> grape.tubes().gates("t").lift("g"));
    }

    @Test
    void aCodeOfLaterIsUnknownAndNamed() {
        status = 409;
        says = "{\"code\":\"FROZEN\",\"detail\":\"by a key\",\"requestId\":\"r1\"}";
        assertThatThrownBy(() -> grape.peek(TUBE, "a")).isInstanceOfSatisfying(GrapeException.class, failure -> {
            assertThat(failure.code()).isEqualTo(ErrorCode.UNKNOWN);
            assertThat(failure.detail()).isEqualTo("FROZEN: by a key");
            assertThat(failure.requestId()).isEqualTo("r1");
            assertThat(failure.jobId()).isEqualTo("a");
        });
        assertThat(outcomes).containsExactly("unknown");
    }

    @Test
    void aCodeOfAProxyIsNotThatOfABroker() {
        status = 404;
        says = "{\"code\":\"NOT_FOUND\",\"message\":\"no route\"}";
        assertThatThrownBy(() -> grape.produce(TUBE, "x")).isInstanceOfSatisfying(GrapeException.class, failure -> {
            assertThat(failure.code()).isEqualTo(ErrorCode.UNKNOWN);
            assertThat(failure.requestId()).isNull();
            assertThat(failure.status()).isEqualTo(404);
        });
    }

    @Test
    void aProxyIsNotWaitedForForADay() {
        status = 503;
        says = "<html>maintenance";
        retryAfter = "86400";
        assertThatThrownBy(() -> grape.produce(TUBE, "x"))
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        failure -> assertThat(failure.retryAfter()).isEqualTo(Duration.ofMinutes(1)));
    }

    private static void refused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.UNKNOWN));
    }
}
