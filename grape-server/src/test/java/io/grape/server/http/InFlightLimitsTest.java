package io.grape.server.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.address.TrustedProxies;
import io.grape.server.admission.CallerLimits;
import io.grape.server.admission.InFlightLimits;
import io.grape.server.admission.LimitKind;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.http.RawClient.RawAnswer;
import io.grape.server.http.connection.HttpLimits;
import io.grape.server.http.connection.HttpOptions;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One caller cannot take everything. All calls that come here are from one address. */
class InFlightLimitsTest {
    private static final int MAX = 40;
    private static final int OUTSIDE = 16;
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final String FINISH = "/v1/tubes/t/jobs/a/finish?lease=1";
    /** It has no body, so it is answered before the end of one. */
    private static final String TOUCH = "/v1/tubes/t/jobs/a/touch?lease=1";

    private static final String WAIT = "/v1/tubes/t/consume?waitMs=60000";
    private static final String POLL = "/v1/tubes/t/jobs/a";

    private final Vertx vertx = Vertx.vertx();
    private final InFlightLimits inFlight = new InFlightLimits(new CallerLimits(10, 3, 2, 1));
    private final List<CompletableFuture<Object>> waiting = new CopyOnWriteArrayList<>();
    private volatile boolean hang;
    private final HttpApi api = api(vertx, TrustedProxies.NONE);
    private final int port = api.open(0).await();
    private final List<RawClient> clients = new ArrayList<>();

    private HttpApi api(Vertx on, TrustedProxies proxies) {
        HttpLimits most =
                new HttpLimits(MAX, inFlight, MemoryBudgets.ofHeap(1_000_000, 1_000_000), Duration.ofMinutes(1));
        return new HttpApi(
                on,
                new HttpOptions("127.0.0.1", 0, most, null, null, proxies, 1_048_576),
                FakePorts.behind(this::answer));
    }

    private static GrapeException leaseLost() {
        return new GrapeException(ErrorCode.LEASE_LOST, "known");
    }

    private CompletionStage<?> answer() {
        if (!hang) {
            return CompletableFuture.failedFuture(leaseLost());
        }
        CompletableFuture<Object> later = new CompletableFuture<>();
        waiting.add(later);
        return later;
    }

    @AfterEach
    void close() {
        clients.forEach(RawClient::close);
        api.close().await();
        vertx.close().await();
    }

    private RawClient client() {
        RawClient client = new RawClient(port);
        clients.add(client);
        return client;
    }

    private RawAnswer ask(String method, String path) {
        try (RawClient one = new RawClient(port)) {
            return one.ask(method, path).answer();
        }
    }

    private long refused(LimitKind kind) {
        return requireNonNull(inFlight.refused().get(kind)).get();
    }

    private static void isRefused(RawAnswer answer, String why) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(429);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(answer.body()).contains(why);
    }

    /** The broker is seen, and what was done for jobs is said to it. */
    private void healthAndAcknowledgementsAreServed() {
        assertThat(ask("GET", "/health/live").status()).isEqualTo(200);
        assertThat(ask("GET", "/health/ready").status()).isEqualTo(200);
        assertThat(ask("GET", "/metrics").status()).isEqualTo(200);
        assertThat(ask("POST", FINISH).body()).contains("LEASE_LOST");
        assertThat(ask("DELETE", "/api/job/finish?tube=t&jid=a").body()).isEqualTo("false");
    }

    private void open(int connections) {
        for (int i = 0; i < connections; i++) {
            client();
        }
        await().atMost(SOON).until(() -> api.connections() >= Math.min(connections, 10));
    }

    @Test
    void connectionsBeyondTheLimitOfAnAddressServeHealthAndAcknowledgements() {
        open(10);
        isRefused(ask("GET", "/version"), "connections: address 127.0.0.1 has 10 at this broker");
        healthAndAcknowledgementsAreServed();
        assertThat(refused(LimitKind.CONNECTIONS_OF_ADDRESS)).isPositive();
        clients.remove(0).close();
        await().atMost(SOON).until(() -> ask("GET", "/version").status() == 200);
    }

    @Test
    void connectionBeyondTheLimitWithoutACallMakesRoom() {
        open(10 + 5 * OUTSIDE);
        healthAndAcknowledgementsAreServed();
        await().atMost(SOON).until(() -> api.connections() <= 10 + OUTSIDE);
    }

    @Test
    void connectionBeyondTheLimitWithASlowRequestMakesRoom() {
        open(10);
        for (int i = 0; i < 2 * OUTSIDE; i++) {
            client().say(
                            "POST /v1/tubes/t/acks HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n")
                    .hears(Duration.ofMillis(500));
        }
        healthAndAcknowledgementsAreServed();
        await().atMost(SOON).until(() -> api.connections() <= 10 + OUTSIDE);
    }

    @Test
    void connectionBeyondTheLimitThatSendsAfterItsResponseMakesRoom() {
        open(10);
        for (int i = 0; i < OUTSIDE; i++) {
            client().say("POST " + TOUCH + " HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n")
                    .answer();
        }
        healthAndAcknowledgementsAreServed();
    }

    @Test
    void connectionBeyondTheLimitWithACallInProgressStays() {
        open(10);
        hang = true;
        RawClient whole = client().ask("POST", FINISH);
        await().atMost(SOON).until(() -> waiting.size() == 1);
        hang = false;
        for (int i = 0; i < 3 * OUTSIDE; i++) {
            client();
        }
        await().atMost(SOON).until(() -> api.connections() <= 10 + OUTSIDE);
        waiting.forEach(one -> one.completeExceptionally(leaseLost()));
        assertThat(whole.answer().body()).contains("LEASE_LOST");
    }

    @Test
    void connectionBeyondTheLimitEndsAfterItsCall() {
        open(10);
        try (RawClient outside = new RawClient(port)) {
            RawAnswer health = outside.ask("GET", "/health/live").answer();
            assertThat(health.header("Connection")).isEqualTo("close");
            assertThat(outside.rest()).isEmpty();
        }
    }

    @Test
    void trustedProxyMayHaveAllConnections() {
        // Of one Vertx, two listeners would share a free port.
        Vertx other = Vertx.vertx();
        HttpApi behind = api(other, TrustedProxies.parse("127.0.0.1").orElseThrow());
        int there = behind.open(0).await();
        List<RawClient> many = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            many.add(new RawClient(there));
        }
        assertThat(many).allMatch(one -> one.ask("GET", "/version").answer().status() == 200);
        many.forEach(RawClient::close);
        behind.close().await();
        other.close().await();
    }

    @Test
    void waitingConsumesOfOneCallerAreLimited() {
        hang = true;
        client().ask("POST", WAIT);
        client().ask("POST", WAIT);
        await().atMost(SOON).until(() -> waiting.size() == 2);
        isRefused(ask("POST", WAIT), "waits: address 127.0.0.1 has 2 at this broker");
        isRefused(ask("POST", "/v1/consume?tubes=a,b&waitMs=1"), "waits");
        hang = false;
        assertThat(ask("GET", POLL).body()).contains("LEASE_LOST");
        healthAndAcknowledgementsAreServed();
        assertThat(refused(LimitKind.WAITS)).isPositive();
    }

    @Test
    void callsInProgressOfOneCallerAreLimited() {
        hang = true;
        for (int i = 0; i < 3; i++) {
            client().ask("GET", POLL);
        }
        await().atMost(SOON).until(() -> waiting.size() == 3);
        hang = false;
        isRefused(ask("PUT", "/v1/tubes/t/jobs/b"), "calls: address 127.0.0.1 has 3 at this broker");
        isRefused(ask("POST", "/api/job/produce?tube=t&jid=a"), "calls: address 127.0.0.1 has 3 at this broker");
        healthAndAcknowledgementsAreServed();
        clients.forEach(RawClient::close);
    }

    @Test
    void streamsOfOneAddressAreLimited() {
        hang = true;
        client().ask("GET", "/v1/stream?topics=operations").hears(Duration.ofMinutes(1));
        isRefused(ask("GET", "/v1/stream?topics=operations"), "streams: address 127.0.0.1 has 1 at this broker");
    }
}
