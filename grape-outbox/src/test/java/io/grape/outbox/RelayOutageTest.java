package io.grape.outbox;

import static io.grape.outbox.Rows.ORDERS;
import static io.grape.outbox.Rows.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Acknowledgement;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.NewJob;
import io.grape.harness.FaultyProxy;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Brokers that do not respond, and rows that are the cause of that. */
@Tag("slow")
@GrapeTest
@ParameterizedClass
@EnumSource(TestDatabase.class)
@SuppressWarnings("NullAway.Init") // Set before each test.
class RelayOutageTest {
    private static final Duration SHORT = Duration.ofSeconds(2);

    @Parameter
    private TestDatabase database;

    private Rows rows;
    private FaultyProxy wire;
    private Grape through;

    @BeforeEach
    void createTable(TestBroker broker) {
        database.assumeInstalled();
        rows = new Rows(database, Outbox.builder());
        wire = new FaultyProxy(broker.uri());
        through = Grape.connect(wire.uri().toString());
    }

    @AfterEach
    void close() {
        if (wire != null) {
            through.close();
            wire.close();
        }
    }

    private void awaitEmpty() {
        await().atMost(PATIENCE).until(rows::ids, List::isEmpty);
    }

    /** As a proxy does whose brokers are away, or which has too much to do. */
    @ParameterizedTest
    @ValueSource(ints = {404, 429, 500, 503})
    void noRowIsCountedWhileAProxyRespondsForTheBroker(int status, Grape grape) {
        wire.refuse(status);
        IntStream.range(0, 20).forEach(i -> rows.commit("job-" + i));
        try (OutboxRelay relay = rows.relay(through).produceTimeout(SHORT).start()) {
            await().atMost(PATIENCE).until(() -> wire.refused() >= 7);
            assertThat(rows.refused()).isZero();
            assertThat(rows.ids()).hasSize(20);
            wire.refuse(0);
            awaitEmpty();
            await().atMost(PATIENCE).until(() -> relay.status().relayed() == 20);
        }
        assertThat(grape.tubes().status("orders").orElseThrow().totals()).containsEntry("produced", 20L);
    }

    @Test
    void aRowWhoseCallIsCutOffBlocksNoOther(Grape grape) {
        wire.cutAt("poison");
        rows.commit(ORDERS, NewJob.of("x").id("poison"));
        IntStream.range(0, 20).forEach(i -> rows.commit("job-" + i));
        try (OutboxRelay relay =
                rows.relay(through).batch(4).produceTimeout(SHORT).start()) {
            await().atMost(PATIENCE).until(rows::ids, List.of("poison")::equals);
            await().atMost(PATIENCE).until(() -> relay.status().refused() == 1);
            wire.cutAt("");
            awaitEmpty();
        }
        assertThat(grape.tubes().status("orders").orElseThrow().totals()).containsEntry("produced", 21L);
    }

    /** A proxy that is in front of the broker takes no long bodies. */
    @Test
    void aRowThatAProxyRefusesBlocksNoOther(Grape grape) {
        rows.commit("a");
        rows.commit(ORDERS, NewJob.of("x".repeat(100_000)).id("long"));
        rows.commit("b");
        wire.refuseLongerThan(50_000);
        try (OutboxRelay relay = rows.relay(through).start()) {
            await().atMost(PATIENCE).until(rows::ids, List.of("long")::equals);
            await().atMost(PATIENCE).until(() -> relay.status().refused() == 1);
            assertThat(relay.status().lastError()).contains("413");
        }
        assertThat(grape.peek(ORDERS, "a")).isPresent();
        assertThat(grape.peek(ORDERS, "b")).isPresent();
    }

    @Test
    void anIdThatTheBrokerKnowsMakesNoJobAndIsCounted(Grape grape) {
        grape.produce(ORDERS, NewJob.of("x").id("live"));
        grape.produce(ORDERS, NewJob.of("x").id("ended").dedup(Duration.ofHours(1)));
        Job<String> ended = grape.consume(ORDERS, 2, PATIENCE).stream()
                .filter(job -> job.id().equals("ended"))
                .findFirst()
                .orElseThrow();
        grape.acknowledge("orders", Acknowledgement.finish(ended));
        for (String id : List.of("live", "ended", "new")) {
            rows.commit(id);
        }
        try (OutboxRelay relay = rows.relay(grape).start()) {
            await().atMost(PATIENCE).until(() -> relay.status().relayed() == 3);
            assertThat(relay.status().existed()).isEqualTo(2);
        }
        assertThat(grape.tubes().status("orders").orElseThrow().totals()).containsEntry("produced", 3L);
    }
}
