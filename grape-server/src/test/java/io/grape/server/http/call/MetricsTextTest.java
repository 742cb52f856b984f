package io.grape.server.http.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.core.GrapeException;
import io.grape.server.admission.MemoryBudget;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.http.FakePorts;
import io.grape.server.http.HttpApi;
import io.grape.server.http.RawClient;
import io.grape.server.http.RawClient.RawAnswer;
import io.grape.server.http.connection.HttpLimits;
import io.grape.server.http.connection.HttpOptions;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The metrics, and those who do not read what they asked for. */
class MetricsTextTest {
    /** More than the kernel takes for a client that does not read. */
    private static final int LENGTH = 16 * 1024 * 1024;

    private static final String TEXT = "x".repeat(LENGTH);
    private static final int OF_ONE = 4;
    private static final Duration LONG = Duration.ofHours(1);

    private final Vertx vertx = Vertx.vertx();
    private final MemoryBudgets memory =
            new MemoryBudgets(budget(), budget(), budget(), budget(), new MemoryBudget(2 * LENGTH), 1);
    private final List<RawClient> clients = new ArrayList<>();
    private int texts;

    private static MemoryBudget budget() {
        return new MemoryBudget(100L * LENGTH);
    }

    @AfterEach
    void close() {
        clients.forEach(RawClient::close);
        vertx.close().await();
    }

    private MetricsText scrapes(Duration fresh) {
        return new MetricsText(
                memory.scrapes(),
                () -> {
                    texts++;
                    return CompletableFuture.completedStage(TEXT);
                },
                fresh);
    }

    private int open(MetricsText scrapes) {
        HttpLimits most = new HttpLimits(100, memory, Duration.ofMinutes(1));
        Health health = FakePorts.health(CompletableFuture.completedStage(List.of()), scrapes);
        return new HttpApi(
                        vertx, new HttpOptions("127.0.0.1", 0, most), FakePorts.behind(CompletableFuture::new, health))
                .open(0)
                .await();
    }

    private RawClient deaf(int port) {
        RawClient client = RawClient.deaf(port).ask("GET", "/metrics");
        clients.add(client);
        assertThat(client.hears(Duration.ofMinutes(1))).isTrue();
        return client;
    }

    private static RawAnswer ask(int port, String path) {
        try (RawClient one = new RawClient(port)) {
            return one.ask("GET", path).answer();
        }
    }

    @Test
    void whoDoesNotReadHoldsTheOneTextAndLeavesHealthToOthers() {
        int port = open(scrapes(LONG));
        for (int i = 0; i < OF_ONE; i++) {
            deaf(port);
        }
        assertThat(memory.scrapes().held()).isEqualTo(LENGTH);
        assertThat(memory.answers().held()).isZero();
        RawAnswer oneMore = ask(port, "/metrics");
        assertThat(oneMore.status()).isEqualTo(429);
        assertThat(oneMore.header("Retry-After")).isEqualTo("1");
        assertThat(oneMore.body()).contains("QUOTA_EXCEEDED", "scrapes: address 127.0.0.1 has 4 at this broker");
        assertThat(ask(port, "/health/live").status()).isEqualTo(200);
        assertThat(ask(port, "/health/ready").status()).isEqualTo(200);
        clients.forEach(RawClient::close);
        await().until(() -> ask(port, "/metrics").body().equals(TEXT));
        assertThat(texts).isEqualTo(1);
    }

    @Test
    void aTextIsHeldUntilItsLastReaderIsGoneAndThereIsRoomForOthers() {
        int port = open(scrapes(Duration.ZERO));
        deaf(port);
        deaf(port);
        assertThat(memory.scrapes().held()).isEqualTo(2 * LENGTH);
        RawAnswer oneMore = ask(port, "/metrics");
        assertThat(oneMore.status()).isEqualTo(503);
        assertThat(oneMore.body()).contains("OVERLOADED", "texts of /metrics");
        assertThat(ask(port, "/health/live").status()).isEqualTo(200);
        clients.get(0).close();
        await().until(() -> ask(port, "/metrics").status() == 200);
    }

    @Test
    void whoeverAsksWithinItsTimeReadsTheSameText() {
        MetricsText scrapes = scrapes(LONG);
        assertThat(next(scrapes).text()).isSameAs(next(scrapes).text());
    }

    @Test
    void aReaderIsGoneOnce() {
        MetricsText scrapes = scrapes(LONG);
        next(scrapes);
        Scrape gone = next(scrapes);
        for (int i = 0; i < 3; i++) {
            gone.taken().run();
        }
        assertThat(memory.scrapes().held()).isEqualTo(LENGTH);
    }

    @Test
    void firstTextIsHeldEvenBeyondTheLimit() {
        MemoryBudget small = new MemoryBudget(1);
        MetricsText scrapes = new MetricsText(small, () -> CompletableFuture.completedStage("long"), Duration.ZERO);
        Scrape first = next(scrapes);
        assertThat(small.held()).isEqualTo(4);
        assertThatThrownBy(() -> next(scrapes)).hasCauseInstanceOf(GrapeException.class);
        first.taken().run();
        next(scrapes);
        assertThat(small.held()).isEqualTo(4);
    }

    private static Scrape next(MetricsText scrapes) {
        return scrapes.next().toCompletableFuture().join();
    }
}
