package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.admission.MemoryBudget;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.http.Wire.Answer;
import io.grape.server.http.connection.HttpLimits;
import io.grape.server.http.connection.HttpOptions;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The bodies of all requests in flight have a bound together, however many connections there are. */
class BodyBudgetTest {
    private static final int BUDGET = 20_000;
    private static final MemoryBudget ENOUGH = new MemoryBudget(1_000_000);
    private final MemoryBudgets memory =
            new MemoryBudgets(new MemoryBudget(BUDGET, HELD), ENOUGH, ENOUGH, ENOUGH, ENOUGH, 1);
    private static final Duration TIME = Duration.ofMinutes(1);
    private static final int HELD = 12_000;
    private static final String ELSEWHERE = "127.0.0.2";
    private static final int LEFT = BUDGET - HELD;
    private static final String JOB = "/v1/tubes/t/jobs/a";

    private final Vertx vertx = Vertx.vertx();
    private final HttpApi api = new HttpApi(
            vertx,
            new HttpOptions("127.0.0.1", 0, new HttpLimits(100, memory, TIME)),
            FakePorts.behind(() -> CompletableFuture.failedFuture(new GrapeException(ErrorCode.DUPLICATE, "taken"))));
    private final int port = api.open(0).await();
    private final Wire wire = Wire.to(URI.create("http://127.0.0.1:" + port));

    @AfterEach
    void close() {
        api.close().await();
        vertx.close().await();
    }

    private Answer put(int bytes) {
        return wire.put(JOB, "x".repeat(bytes));
    }

    private static void assertTaken(Answer answer) {
        answer.isProblem(409, "DUPLICATE", "taken");
    }

    /** A request whose last byte is yet to come, and which the broker has seen. */
    private RawClient slow() {
        RawClient slow = RawClient.at(ELSEWHERE, port)
                .say("PUT " + JOB + " HTTP/1.1\r\nHost: h\r\nContent-Length: " + HELD + "\r\n\r\n"
                        + "x".repeat(HELD - 1));
        await().until(() -> put(LEFT + 1).status() == 503);
        return slow;
    }

    @Test
    void whatIsBeyondTheBoundIsToldToComeBack() {
        try (RawClient slow = slow()) {
            put(LEFT + 1).isProblem(503, "OVERLOADED", "has no memory left for request bodies");
            assertTaken(put(LEFT));
            wire.get("/health/live").is(200);
            slow.say("x");
            assertThat(slow.answer().status()).isEqualTo(409);
            assertTaken(put(BUDGET - 1));
        }
    }

    @Test
    void whoseBodiesHoldItsPartLeavesTheRestToOthers() {
        try (RawClient slow = slow();
                RawClient same = RawClient.at(ELSEWHERE, port)) {
            same.say("PUT " + JOB + " HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx");
            assertThat(same.answer().status()).isEqualTo(503);
            assertTaken(put(LEFT));
            slow.say("x");
            assertThat(slow.answer().status()).isEqualTo(409);
        }
    }

    @Test
    void aClientThatGoesAwayLeavesItsShareToOthers() {
        slow().reset();
        await().until(() -> put(LEFT + 1).status() == 409);
    }

    @Test
    void aBodyOfUnknownLengthIsRefusedWhereItGrowsTooLong() {
        try (RawClient chunked = new RawClient(port)
                .say("PUT " + JOB + " HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
                .say("4e20\r\n" + "x".repeat(BUDGET) + "\r\n1\r\nx\r\n0\r\n\r\n")) {
            assertThat(chunked.answer().status()).isEqualTo(503);
        }
        assertTaken(put(LEFT));
    }
}
