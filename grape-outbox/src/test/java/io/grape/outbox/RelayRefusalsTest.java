package io.grape.outbox;

import static io.grape.outbox.Rows.ORDERS;
import static io.grape.outbox.Rows.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Acknowledgement;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.KeySettings;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.TubeLimits;
import io.grape.client.TubeSettings;
import io.grape.junit.GrapeTest;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows that the broker does not take. */
@Tag("slow")
@GrapeTest
@ParameterizedClass
@EnumSource(TestDatabase.class)
@SuppressWarnings("NullAway.Init") // Set before each test.
class RelayRefusalsTest {
    private static final Tube<String> MAILS = Tube.of("mails", String.class);

    @Parameter
    private TestDatabase database;

    private Rows rows;

    @BeforeEach
    void createTable() {
        database.assumeInstalled();
        rows = new Rows(database, Outbox.builder());
    }

    private void awaitEmpty() {
        await().atMost(PATIENCE).until(rows::ids, List::isEmpty);
    }

    @Test
    void whatTheBrokerRefusesBlocksNothingAndIsSeen(Grape grape) throws SQLException {
        rows.commit(ORDERS, NewJob.of("x").id("bad").labels("good-label"));
        // The outbox refuses a wrong label itself, so only a row from elsewhere can have one.
        database.run("UPDATE " + rows.table() + " SET settings = REPLACE(settings, 'good-label', 'NOT A LABEL')");
        IntStream.range(0, 20).forEach(i -> rows.commit("good-" + i));
        try (OutboxRelay relay = rows.relay(grape).start()) {
            await().atMost(PATIENCE).until(rows::ids, List.of("bad")::equals);
            await().atMost(PATIENCE).until(() -> attempts("bad") > 1);
            OutboxStatus status = relay.status();
            assertThat(status.pending()).isEqualTo(1);
            assertThat(status.refused()).isEqualTo(1);
            assertThat(status.lastError()).contains("BAD_REQUEST", "label");
            assertThat(rows.read("SELECT error FROM " + rows.table())).allMatch(error -> error.contains("label"));
            rows.commit("later");
            await().atMost(PATIENCE).until(() -> grape.peek(ORDERS, "later").isPresent());
        }
    }

    private long attempts(String id) {
        return Long.parseLong(rows.read("SELECT attempts FROM " + rows.table() + " WHERE job_id = '" + id + "'")
                .get(0));
    }

    @Test
    void aPayloadThatIsTooLongForTheBrokerBlocksNothing(Grape grape) {
        rows = new Rows(database, Outbox.builder().maxPayloadBytes(3 << 20));
        rows.commit(ORDERS, NewJob.of("x".repeat(2 << 20)).id("long"));
        rows.commit("good");
        try (OutboxRelay relay = rows.relay(grape).start()) {
            await().atMost(PATIENCE).until(rows::ids, List.of("long")::equals);
            await().atMost(PATIENCE).until(() -> relay.status().refused() == 1);
        }
        assertThat(grape.peek(ORDERS, "good")).isPresent();
    }

    @Test
    void aRowThatNobodyCanReadBlocksNothing(Grape grape) throws SQLException {
        rows.commit("strange");
        database.run("UPDATE " + rows.table() + " SET settings = '{\"of\":\"a later release\"}'");
        rows.commit("good");
        try (OutboxRelay relay = rows.relay(grape).start()) {
            await().atMost(PATIENCE).until(rows::ids, List.of("strange")::equals);
            await().atMost(PATIENCE).until(() -> relay.status().refused() == 1);
        }
    }

    @Test
    void aFullTubeBlocksNoOther(Grape grape) {
        grape.tubes().configure("orders", new TubeSettings(Duration.ofMinutes(1), 20, TubeLimits.NONE.maxJobs(1)));
        rows.commit("a");
        rows.commit("b");
        rows.commit(MAILS, NewJob.of("c").id("c"));
        try (OutboxRelay relay = rows.relay(grape).start()) {
            await().atMost(PATIENCE).until(rows::ids, List.of("b")::equals);
            await().atMost(PATIENCE).until(() -> relay.status().pausedTubes(), List.of("orders")::equals);
            assertThat(relay.status().refused()).isZero();
            assertThat(grape.peek(MAILS, "c")).isPresent();
            Job<String> first = grape.consume(ORDERS, 1, PATIENCE).get(0);
            grape.acknowledge("orders", Acknowledgement.finish(first));
            awaitEmpty();
        }
        assertThat(grape.peek(ORDERS, "b")).isPresent();
    }

    @Test
    void aFullKeyBlocksNoOtherKeyOfItsTube(Grape grape) {
        grape.tubes().configure("orders", new TubeSettings(Duration.ofMinutes(1), 20, KeySettings.FAIR.maxJobs(1)));
        for (String id : List.of("a", "b", "c")) {
            rows.commit(ORDERS, NewJob.of(id).id(id).key("acme"));
        }
        rows.commit(ORDERS, NewJob.of("d").id("d").key("other"));
        try (OutboxRelay relay = rows.relay(grape).batch(1).start()) {
            await().atMost(PATIENCE).until(rows::ids, List.of("b", "c")::equals);
            assertThat(relay.status().pausedTubes()).isEmpty();
        }
        assertThat(grape.peek(ORDERS, "d")).isPresent();
    }
}
