package io.grape.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.client.Codec;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.OnDuplicate;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is written to the table, and what the broker has of it. */
@Tag("slow")
@GrapeTest
@ParameterizedClass
@EnumSource(TestDatabase.class)
@SuppressWarnings("NullAway.Init") // Set before each test.
class OutboxTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Tube<String> ORDERS = Tube.of("orders", String.class);

    @Parameter
    private TestDatabase database;

    private String table;
    private Outbox outbox;

    @BeforeEach
    void createTable() throws SQLException {
        database.assumeInstalled();
        table = database.newTable();
        outbox = Outbox.builder().table(table).build();
        try (Connection connection = database.connect()) {
            outbox.createTable(connection);
            outbox.createTable(connection);
            connection.commit();
        }
    }

    private <T> String committed(Tube<T> tube, NewJob<T> job) throws SQLException {
        try (Connection connection = database.connect()) {
            String id = outbox.produce(connection, tube, job);
            connection.commit();
            return id;
        }
    }

    private List<String> rows() throws SQLException {
        return database.read("SELECT job_id FROM " + table + " ORDER BY id");
    }

    /** Relays all that is in the table. */
    private void relay(Grape grape) {
        try (OutboxRelay relay = outbox.relay(database.source(), grape).start()) {
            await().atMost(PATIENCE).until(() -> relay.status().pending() == 0);
        }
    }

    private static Instant due(Job<?> job) {
        return job.dueAt().orElseThrow();
    }

    private static long produced(Grape grape, String tube) {
        return grape.tubes().status(tube).orElseThrow().totals().getOrDefault("produced", 0L);
    }

    @Test
    void aJobExistsIfAndOnlyIfItsTransactionIsCommitted(Grape grape) throws SQLException {
        try (Connection connection = database.connect()) {
            assertThat(outbox.produce(connection, ORDERS, NewJob.of("1").id("committed")))
                    .isEqualTo("committed");
            connection.commit();
            outbox.produce(connection, ORDERS, NewJob.of("2").id("rolled-back"));
            connection.rollback();
        }
        relay(grape);
        assertThat(grape.peek(ORDERS, "committed").orElseThrow().payload()).isEqualTo("1");
        assertThat(produced(grape, "orders")).isEqualTo(1);
    }

    @Test
    void manyMayMakeTheTableAtTheSameTime() {
        Outbox other = Outbox.builder().table(database.newTable()).build();
        CyclicBarrier all = new CyclicBarrier(8);
        CompletableFuture<?>[] made = Stream.generate(
                        () -> CompletableFuture.runAsync(() -> create(other, all), task -> new Thread(task).start()))
                .limit(all.getParties())
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(made).join();
    }

    private void create(Outbox other, CyclicBarrier all) {
        try (Connection connection = database.connect()) {
            all.await();
            other.createTable(connection);
            connection.commit();
        } catch (SQLException | InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aConnectionThatCommitsByItselfIsRefused() throws SQLException {
        try (Connection connection = database.source().getConnection()) {
            assertThatThrownBy(() -> outbox.produce(connection, ORDERS, "1"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("setAutoCommit(false)");
        }
        assertThat(rows()).isEmpty();
    }

    @Test
    void whatNoBrokerTakesFailsWhileTheTransactionCanBeRolledBack() throws SQLException {
        try (Connection connection = database.connect()) {
            for (String id : List.of("", ".", "..", "a\nb", "a\u0085", "\ud800", "x".repeat(201))) {
                assertThatThrownBy(() -> outbox.produce(
                                connection, ORDERS, NewJob.of("1").id(id)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageStartingWith("id: ");
            }
            assertThatThrownBy(() ->
                            outbox.produce(connection, ORDERS, NewJob.of("1").onDuplicate(OnDuplicate.REJECT)))
                    .hasMessageContaining("got reject");
            assertThatThrownBy(() ->
                            outbox.produce(connection, ORDERS, NewJob.of("1").delay(Duration.ofMillis(-1))))
                    .hasMessageStartingWith("delay: ");
            assertThatThrownBy(() -> outbox.produce(connection, ORDERS, "x".repeat(1 << 20)))
                    .isInstanceOfSatisfying(
                            GrapeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE));
            connection.commit();
        }
        assertThat(rows()).isEmpty();
    }

    @Test
    void aFailureOfTheDatabaseIsUnchecked() throws SQLException {
        try (Connection connection = database.connect()) {
            Outbox missing = Outbox.builder().table("no_such_table").build();
            assertThatThrownBy(() -> missing.produce(connection, ORDERS, "1"))
                    .isInstanceOf(OutboxException.class)
                    .hasMessageContaining("no_such_table");
        }
    }

    /** Exceptions are logged, and a payload may hold personal data. */
    @Test
    void failureOfTheDatabaseDoesNotShowThePayload() throws SQLException {
        String hex = "736563726574";
        try (Connection connection = database.connect()) {
            Outbox missing = Outbox.builder().table("no_such_table").build();
            assertThatThrownBy(() -> missing.produce(connection, ORDERS, "secret"))
                    .isInstanceOf(OutboxException.class)
                    .satisfies(failure -> assertThat(Throwables.getStackTrace(failure))
                            .contains("no_such_table")
                            .doesNotContainIgnoringCase(hex)
                            .doesNotContain("secret"));
            connection.rollback();
            try (Statement statement = connection.createStatement()) {
                statement.execute("ALTER TABLE " + table + " ADD CONSTRAINT short CHECK (tube = 'none')");
            }
            assertThatThrownBy(() -> outbox.produce(connection, ORDERS, "secret"))
                    .isInstanceOf(OutboxException.class)
                    .satisfies(failure -> assertThat(Throwables.getStackTrace(failure))
                            .contains("short")
                            .doesNotContainIgnoringCase(hex)
                            .doesNotContain("secret"));
            connection.rollback();
        }
    }

    @Test
    void theJobIsAsItWasProduced(Grape grape) throws SQLException {
        NewJob<String> job = NewJob.of("a \u00e4 \ud83c\udf47")
                .id("\u8ba2\u5355/1 \ud83c\udf47")
                .ttr(Duration.ofSeconds(30))
                .priority(7)
                .maxAttempts(3)
                .expireIn(Duration.ofHours(2))
                .delay(Duration.ofHours(1))
                .key("acme")
                .weight(2.5)
                .labels("eu", "trial")
                .header("traceparent", "00-1")
                .header("tenant", "own");
        outbox = Outbox.builder()
                .table(table)
                .headers(() -> Map.of("Tenant", "common", "Region", "eu"))
                .build();
        Instant before = Instant.now();
        committed(ORDERS, job);
        relay(grape);
        Job<String> made = grape.peek(ORDERS, job.id()).orElseThrow();
        assertThat(made.payload()).isEqualTo("a \u00e4 \ud83c\udf47");
        assertThat(made.contentType()).isEqualTo("application/json");
        assertThat(made.state()).isEqualTo(JobState.DELAYED);
        assertThat(made.ttr()).isEqualTo(Duration.ofSeconds(30));
        assertThat(made.priority()).isEqualTo(7);
        assertThat(made.maxAttempts()).isEqualTo(3);
        assertThat(made.key()).contains("acme");
        assertThat(made.labels()).containsExactly("eu", "trial");
        assertThat(made.headers()).isEqualTo(Map.of("traceparent", "00-1", "tenant", "own", "region", "eu"));
        assertThat(due(made)).isBetween(before.plusSeconds(3599), Instant.now().plusSeconds(3600));
        assertThat(made.expiresAt().orElseThrow()).isEqualTo(due(made).plusSeconds(3600));
    }

    /** Whatever a job may say has its place in a row. */
    @Test
    void everySettingOfAJobIsInTheRow() {
        List<String> carried = Arrays.stream(JobSettings.class.getRecordComponents())
                .map(component -> component.getName().replaceFirst("Ms$", ""))
                .toList();
        Stream<String> told = Arrays.stream(NewJob.class.getMethods())
                .filter(method -> method.getDeclaringClass() == NewJob.class && method.getParameterCount() == 0)
                .map(method -> method.getName())
                .filter(name -> !List.of("id", "payload", "delay", "expireIn", "toString")
                        .contains(name));
        assertThat(told)
                .hasSizeGreaterThan(8)
                .allSatisfy(name -> assertThat(carried).contains(name));
    }

    @Test
    void bytesOfAnyKindStayAsTheyAre(Grape grape) throws SQLException {
        Tube<byte[]> files = Tube.of("files", Codec.bytes());
        Tube<String> notes = Tube.of("files", Codec.text());
        byte[] bytes = {0, -1, 127, '\\', 0};
        String file = committed(files, NewJob.of(bytes));
        String note = committed(notes, NewJob.of("plain"));
        relay(grape);
        assertThat(grape.peek(files, file).orElseThrow().payload()).isEqualTo(bytes);
        Job<String> made = grape.peek(notes, note).orElseThrow();
        assertThat(made.bytes()).isEqualTo("plain".getBytes(UTF_8));
        assertThat(made.contentType()).startsWith("text/plain");
    }

    @Test
    void aDelayCountsFromTheProduceHoweverLateTheRelayIs(Grape grape) throws SQLException {
        Instant before = Instant.now();
        String id = committed(ORDERS, NewJob.of("1").delay(Duration.ofHours(1)));
        String row = database.read("SELECT settings FROM " + table).get(0);
        Instant latest = Instant.now().plusSeconds(3600);
        relay(grape);
        Instant due = due(grape.peek(ORDERS, id).orElseThrow());
        assertThat(row).contains("\"dueAt\":\"" + due + "\"");
        assertThat(due).isBetween(before.plusSeconds(3599), latest);
    }

    /** It is not a bad job for that. */
    @Test
    void aJobThatExpiresBeforeItIsRelayedIsGone(Grape grape) throws SQLException {
        committed(ORDERS, NewJob.of("1").id("late").expireIn(Duration.ofMillis(1)));
        relay(grape);
        assertThat(grape.consume(ORDERS, 1, Duration.ZERO)).isEmpty();
        assertThat(grape.tubes().status("orders").orElseThrow().totals()).containsEntry("expiredUnstarted", 1L);
    }

    @Test
    void manyJobsKeepTheirOrder(Grape grape) throws SQLException {
        List<String> ids =
                Stream.iterate(1, i -> i + 1).limit(250).map(i -> "job-" + i).toList();
        try (Connection connection = database.connect()) {
            assertThat(outbox.produceAll(connection, ORDERS, List.<NewJob<String>>of()))
                    .isEmpty();
            assertThat(outbox.produceAll(
                            connection,
                            ORDERS,
                            ids.stream().map(id -> NewJob.of("x").id(id)).toList()))
                    .isEqualTo(ids);
            connection.commit();
        }
        assertThat(rows()).isEqualTo(ids);
        relay(grape);
        assertThat(grape.consume(ORDERS, 1000, Duration.ZERO).stream().map(Job::id))
                .isEqualTo(ids);
    }

    @Test
    void aDebounceCountsFromTheProduce(Grape grape) throws SQLException {
        NewJob<String> job = NewJob.of("1").id("page-7").debounce(Duration.ofHours(1), Duration.ofHours(3));
        committed(ORDERS, job);
        committed(ORDERS, NewJob.of("2").id("page-7").debounce(Duration.ofHours(2), Duration.ofHours(3)));
        Instant latest = Instant.now().plusSeconds(7200);
        relay(grape);
        Job<String> made = grape.peek(ORDERS, "page-7").orElseThrow();
        assertThat(made.payload()).isEqualTo("2");
        assertThat(due(made)).isBetween(latest.minusSeconds(60), latest);
    }

    @Test
    void aTableHasANameThatIsNothingElse() {
        for (String name : List.of("", "a b", "a;b", "a.b.c", "1a", "x".repeat(59), "\"a\"", "a-b")) {
            assertThatThrownBy(() -> Outbox.builder().table(name).build()).hasMessageStartingWith("table: ");
        }
        assertThat(Outbox.builder().table("jobs.grape_outbox").build().ddl(Dialect.POSTGRESQL))
                .hasSize(2)
                .anyMatch(sql -> sql.startsWith("CREATE INDEX IF NOT EXISTS grape_outbox_next ON jobs.grape_outbox "));
    }
}
