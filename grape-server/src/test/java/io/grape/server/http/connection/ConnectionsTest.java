package io.grape.server.http.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.LogLines;
import io.grape.server.admission.CallerLimits;
import io.grape.server.http.FakePorts;
import io.grape.server.http.HttpApi;
import io.grape.server.http.RawClient;
import io.vertx.core.Vertx;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A broker serves a bounded number of connections. */
class ConnectionsTest {
    private static final int MAX = 10;

    private final Vertx vertx = Vertx.vertx();
    private final HttpApi api = new HttpApi(
            vertx,
            new HttpOptions(
                    "127.0.0.1",
                    0,
                    HttpLimits.ofConnections(MAX).of(new CallerLimits(2 * MAX, 2 * MAX, 2 * MAX, 2 * MAX))),
            FakePorts.behind(() -> new CompletableFuture<>()));
    private final int port = api.open(0).await();

    @AfterEach
    void close() {
        api.close().await();
        vertx.close().await();
    }

    private static boolean isServed(RawClient client) {
        try {
            return client.ask("GET", "/version").answer().status() == 200;
        } catch (UncheckedIOException closed) {
            return false;
        }
    }

    @Test
    void whatIsBeyondTheBoundIsNotServedAndSaidOnce() {
        List<RawClient> served = new ArrayList<>();
        try (LogLines log = LogLines.of("io.grape.server.http")) {
            for (int i = 0; i < MAX; i++) {
                served.add(new RawClient(port));
                assertThat(isServed(served.get(i))).isTrue();
            }
            for (int i = 0; i < 50; i++) {
                try (RawClient more = new RawClient(port)) {
                    assertThat(isServed(more)).isFalse();
                }
            }
            assertThat(served).allMatch(ConnectionsTest::isServed);
            assertThat(log.seen())
                    .containsExactly(
                            "WARN connections are for health and acknowledgements only, there are too many maxConnections=10");
        }
        served.get(0).close();
        await().until(() -> {
            try (RawClient next = new RawClient(port)) {
                return isServed(next);
            }
        });
        served.forEach(RawClient::close);
    }
}
