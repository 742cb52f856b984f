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
import io.grape.client.NewJob;
import io.grape.harness.FaultyProxy;
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
    @Parameter
    private TestDatabase database;

    private Rows rows;
    private FaultyProxy wire;
    private Grape slow;

    /** The broker is that of the test. */
    @BeforeEach
    void createTable(TestBroker broker) {
        database.assumeInstalled();
        rows = new Rows(database, Outbox.builder());
        wire = new FaultyProxy(broker.uri());
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
            assertThat(brokersOnly(one)).isTrue();
            assertThat(brokersOnly(other)).isTrue();
        }
        assertThat(ready(grape)).containsExactlyInAnyOrderElementsOf(committed);
        assertThat(total(grape, "produced")).isEqualTo(committed.size());
    }

    /** Neither has disturbed the other in the database. A broker that was busy for a moment would be named by a code. */
    private static boolean brokersOnly(OutboxRelay relay) {
        String error = relay.status().lastError();
        return error == null || error.matches("[A-Z_]+: .*");
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
