package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.http.RawClient.RawAnswer;
import io.grape.server.http.connection.HttpLimits;
import io.grape.server.http.connection.HttpOptions;
import io.vertx.core.Vertx;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A request may take so long to come and no longer; here that is short. */
@Tag("slow")
class SlowRequestTest {
    private static final Duration TIME = Duration.ofMillis(500);
    private static final String PUT = "PUT /v1/tubes/t/jobs/a HTTP/1.1\r\nHost: h\r\n";

    private final Vertx vertx = Vertx.vertx();
    private final HttpApi api = new HttpApi(
            vertx,
            new HttpOptions("127.0.0.1", 0, new HttpLimits(100, MemoryBudgets.ofHeap(1_000_000, 1_000_000), TIME)),
            FakePorts.behind(() -> CompletableFuture.failedFuture(new GrapeException(ErrorCode.DUPLICATE, "taken"))));
    private final int port = api.open(0).await();

    @AfterEach
    void close() {
        api.close().await();
        vertx.close().await();
    }

    /** Says the drop again and again until there is an answer. */
    private static void dripUntilHeard(RawClient client, String drop) {
        try {
            while (!client.hears(Duration.ofMillis(50))) {
                client.say(drop);
            }
        } catch (UncheckedIOException cutOff) {
            return;
        }
    }

    /** Without an answer, and perhaps with a drop unread, which makes it a reset. */
    private static void assertEnded(RawClient client) {
        try {
            assertThat(client.rest()).isEmpty();
        } catch (UncheckedIOException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
    }

    private static void assertCut(RawClient client) {
        RawAnswer refused = client.answer();
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body()).contains("request: expected all of it by now, got ");
        assertThat(refused.header("Connection")).isEqualTo("close");
        assertThat(client.rest()).isEmpty();
    }

    @Test
    void aBodyThatIsDrippedIsCut() {
        try (RawClient client = new RawClient(port).say(PUT + "Content-Length: 10000\r\n\r\n")) {
            dripUntilHeard(client, "x");
            assertCut(client);
        }
        try (RawClient client = new RawClient(port).say(PUT + "Transfer-Encoding: chunked\r\n\r\n")) {
            dripUntilHeard(client, "1\r\nx\r\n");
            assertCut(client);
        }
    }

    @Test
    void aBodyThatNeverComesIsCut() {
        try (RawClient client = new RawClient(port).say(PUT + "Content-Length: 1\r\n\r\n")) {
            assertCut(client);
        }
    }

    @Test
    void anOlderClientThatIsCutIsToldThatItsConnectionIsNotKept() {
        String put = PUT.replace("HTTP/1.1", "HTTP/1.0") + "Connection: keep-alive\r\n";
        try (RawClient client = new RawClient(port).say(put + "Content-Length: 1\r\n\r\n")) {
            assertCut(client);
        }
    }

    @Test
    void aHeadThatIsDrippedIsCut() {
        for (String start :
                new String[] {"G", "\r\n", "GET /version HTTP/1.1\r\n", "GET /version HTTP/1.1\r\nHost: h\r\nX: "}) {
            try (RawClient client = new RawClient(port).ask("GET", "/version")) {
                assertThat(client.answer().status()).isEqualTo(200);
                client.say(start);
                dripUntilHeard(client, "x");
                assertEnded(client);
            }
        }
    }

    /** The answer is there already, but the connection is no more good. */
    @Test
    void theRestOfARefusedCallIsNotWaitedForLonger() {
        String refused = "POST /nowhere HTTP/1.1\r\nHost: h\r\nContent-Length: 500\r\n\r\n";
        try (RawClient client = new RawClient(port).say(refused + "hel")) {
            assertThat(client.answer().status()).isEqualTo(404);
            dripUntilHeard(client, "l");
            assertEnded(client);
        }
    }

    /** Nobody drips here: between two requests a client may be silent, and so may the broker. */
    @Test
    void timeBetweenRequestsAndForTheirAnswersIsNotCounted() {
        try (RawClient client = new RawClient(port)) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.hears(TIME)).isFalse();
                client.ask("GET", "/version");
                assertThat(client.answer().status()).isEqualTo(200);
            }
        }
    }

    /** A second more for each 32 KiB that came. */
    @Test
    void aBodyThatComesSlowlyButSteadilyIsTaken() {
        try (RawClient client = new RawClient(port).say(PUT + "Content-Length: 100000\r\n\r\n")) {
            for (int i = 0; i < 10; i++) {
                client.say("x".repeat(10_000));
                assertThat(client.hears(Duration.ofMillis(150))).isEqualTo(i == 9);
            }
            assertThat(client.answer().status()).isEqualTo(409);
        }
    }
}
