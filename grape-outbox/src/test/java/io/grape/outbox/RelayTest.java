package io.grape.outbox;

import static io.grape.outbox.Rows.ORDERS;
import static io.grape.outbox.Rows.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.client.Acknowledgement;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobPage;
import io.grape.client.JobState;
import io.grape.client.KeySettings;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.TubeLimits;
import io.grape.client.TubeSettings;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of the rows. */
@Tag("slow")
@GrapeTest
@ParameterizedClass
@EnumSource(TestDatabase.class)
@SuppressWarnings("NullAway.Init") // Set before each test.
class RelayTest {
    private static final Tube<String> MAILS = Tube.of("mails", String.class);

    @Parameter
    private TestDatabase database;

    private Rows rows;
    private HeldWire wire;
    private Grape slow;

    /** The broker is that of the test. */
    @BeforeEach
    void createTable(TestBroker broker) {
        database.assumeInstalled();
        rows = new Rows(database, Outbox.builder());
        wire = new HeldWire(broker.uri());
        slow = Grape.connect(wire.uri().toString());
    }

    @AfterEach
    void letGo() {
        if (wire != null) {
            slow.close();
            wire.close();
        }
    }

    private static long total(Grape grape, String name) {
        return grape.tubes().status("orders").orElseThrow().totals().getOrDefault(name, 0L);
    }

    private void awaitEmpty() {
        await().atMost(PATIENCE).until(rows::ids, List::isEmpty);
    }

    private void awaitHeld() {
        await().atMost(PATIENCE).until(() -> wire.held() > 0);
    }

    /** Four producers, one of whose transactions in three is rolled back, until both relays had some of their jobs. */
    @Test
    void twoRelaysProduceEachJobOnce(Grape grape) {
        Set<String> committed = ConcurrentHashMap.newKeySet();
        AtomicBoolean isEnough = new AtomicBoolean();
        try (OutboxRelay one = rows.relay(grape).batch(7).start();
                OutboxRelay other = rows.relay(grape).batch(5).start()) {
            CompletableFuture<?>[] producers = IntStream.range(0, 4)
                    .mapToObj(i -> CompletableFuture.runAsync(() -> produce("p" + i, committed, isEnough)))
                    .toArray(CompletableFuture[]::new);
            try {
                await().atMost(PATIENCE)
                        .until(() ->
                                one.status().relayed() > 0 && other.status().relayed() > 0);
            } finally {
                isEnough.set(true);
            }
            CompletableFuture.allOf(producers).join();
            awaitEmpty();
            await().atMost(PATIENCE)
                    .until(() -> one.status().relayed() + other.status().relayed() == committed.size());
            assertThat(one.status().lastError()).isNull();
            assertThat(other.status().lastError()).isNull();
        }
        assertThat(ready(grape)).containsExactlyInAnyOrderElementsOf(committed);
        assertThat(total(grape, "produced")).isEqualTo(committed.size());
    }

    private static List<String> ready(Grape grape) {
        List<String> ids = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            JobPage<String> page = grape.list(ORDERS, JobState.READY, 1000, cursor);
            page.jobs().forEach(job -> ids.add(job.id()));
            cursor = page.next();
        } while (cursor != null);
        return ids;
    }

    private void produce(String producer, Set<String> committed, AtomicBoolean isEnough) {
        try (Connection connection = database.connect()) {
            for (int i = 0; i < 150 || !isEnough.get(); i++) {
                String id =
                        rows.outbox().produce(connection, ORDERS, NewJob.of("x").id(producer + "-" + i));
                if (i % 3 == 1) {
                    connection.rollback();
                } else {
                    connection.commit();
                    committed.add(id);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aRelayThatLosesItsDatabaseAfterTheProduceMakesNoSecondJob(Grape grape) throws SQLException {
        wire.hold();
        rows.commit("a");
        try (OutboxRelay relay = rows.relay(slow).start()) {
            awaitHeld();
            assertThat(grape.peek(ORDERS, "a")).isPresent();
            assertThat(database.killWaiting()).isEqualTo(1);
            wire.letGo();
            awaitEmpty();
            assertThat(relay.status().lastError()).isNotNull();
        }
        assertThat(grape.peek(ORDERS, "a").orElseThrow().state()).isEqualTo(JobState.READY);
        assertThat(total(grape, "produced")).isEqualTo(1);
    }

    /** The window in which the id would be free again is what dedup is for. */
    @Test
    void neitherDoesOneWhoseJobWasFinishedMeanwhile(Grape grape) throws SQLException {
        wire.hold();
        rows.commit("a");
        try (OutboxRelay relay = rows.relay(slow).start()) {
            awaitHeld();
            Job<String> job = grape.consume(ORDERS, 1, PATIENCE).get(0);
            grape.acknowledge("orders", Acknowledgement.finish(job));
            assertThat(database.killWaiting()).isEqualTo(1);
            wire.letGo();
            awaitEmpty();
            await().atMost(PATIENCE).until(() -> relay.status().relayed() == 1);
        }
        assertThat(grape.peek(ORDERS, "a")).isEmpty();
        assertThat(total(grape, "produced")).isEqualTo(1);
    }

    @Test
    void whileARelayWaitsForItsBrokerProducersGoOn() {
        wire.hold();
        rows.commit("a");
        try (OutboxRelay relay = rows.relay(slow).start()) {
            awaitHeld();
            // A lock that they waited for would end with a failure.
            IntStream.range(0, 20).forEach(i -> rows.commit("b" + i));
            assertThat(rows.ids()).hasSize(21);
            wire.letGo();
            awaitEmpty();
            assertThat(relay.status().pending()).isZero();
        }
    }

    @Test
    void whatTheBrokerRefusesBlocksNothingAndIsSeen(Grape grape) {
        rows.commit(ORDERS, NewJob.of("x").id("bad").labels("NOT A LABEL"));
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

    @Test
    void wakeIsSoonerThanTheNextLook(Grape grape) {
        rows.commit("a");
        try (OutboxRelay relay = rows.relay(grape).poll(Duration.ofHours(1)).start()) {
            awaitEmpty();
            rows.commit("b");
            relay.wake();
            awaitEmpty();
        }
    }

    @Test
    void closeWaitsForWhatIsUnderWayAndLeavesTheRest(Grape grape) throws Exception {
        wire.hold();
        rows.commit("a");
        OutboxRelay relay = rows.relay(slow).start();
        awaitHeld();
        rows.commit("b");
        Thread closer = new Thread(relay::close);
        closer.start();
        await().atMost(PATIENCE).until(() -> closer.getState() == Thread.State.TIMED_WAITING);
        wire.letGo();
        closer.join();
        assertThat(rows.ids()).containsExactly("b");
        assertThat(grape.peek(ORDERS, "a")).isPresent();
        assertThat(database.killWaiting()).isZero();
    }

    @Test
    void theStatusSaysWhatWaits(Grape grape) throws SQLException {
        Grape away = Grape.builder().brokers(URI.create("http://127.0.0.1:1")).build();
        rows.commit("a");
        try (OutboxRelay relay =
                rows.relay(away).produceTimeout(Duration.ofSeconds(1)).start()) {
            await().atMost(PATIENCE).until(() -> relay.status().lastError() != null);
            assertThat(relay.status().pending()).isEqualTo(1);
            assertThat(relay.status().oldest()).isPositive();
            database.run("DROP TABLE " + rows.table());
            assertThatThrownBy(relay::status).isInstanceOf(OutboxException.class);
        }
        away.close();
        assertThatThrownBy(() -> rows.relay(away).start()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> rows.relay(grape).batch(0)).hasMessageStartingWith("batch: ");
    }
}
