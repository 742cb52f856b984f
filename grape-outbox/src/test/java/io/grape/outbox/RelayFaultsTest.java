package io.grape.outbox;

import static io.grape.outbox.Rows.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.harness.Directories;
import io.grape.harness.FaultyProxy;
import io.grape.harness.Programs;
import io.grape.harness.RedisNode;
import io.grape.harness.RunningBroker;
import io.grape.process.ChildProcess;
import io.grape.process.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Relays that are killed or stand still after their produce, and a broker that goes away. */
@Tag("apart")
@ParameterizedClass
@EnumSource(TestDatabase.class)
@SuppressWarnings("NullAway.Init") // Set before each test.
class RelayFaultsTest {
    private static RedisNode redis;
    private static RunningBroker broker;

    @Parameter
    private TestDatabase database;

    @TempDir
    private Path directory;

    private Rows rows;
    private Tube<String> tube;
    private FaultyProxy wire;
    private Grape grape;

    @BeforeAll
    static void startBroker() {
        redis = RedisNode.start(Directories.ofBuild(), FreePorts.one(), "--appendonly", "yes", "--save", "");
        broker = RunningBroker.start("--redis", redis.uri(), "--http-port", Integer.toString(FreePorts.one()));
        broker.awaitReady();
    }

    @AfterAll
    static void endBroker() {
        broker.close();
        redis.close();
    }

    @BeforeEach
    void createTable() {
        database.assumeInstalled();
        rows = new Rows(database, Outbox.builder());
        wire = new FaultyProxy(broker.uri());
        grape = Grape.connect(broker.http());
        tube = Tube.of(rows.table(), String.class);
    }

    @AfterEach
    void close() {
        if (wire != null) {
            wire.close();
            grape.close();
        }
    }

    private ChildProcess relayProcess(int timeoutSeconds) throws IOException {
        Path log = Files.createFile(directory.resolve("relay"));
        return ChildProcess.start(
                log,
                List.of(
                        Programs.java(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RelayProcess.class.getName(),
                        database.name(),
                        database.url(),
                        rows.table(),
                        wire.uri().toString(),
                        Integer.toString(timeoutSeconds)),
                unchanged -> {});
    }

    private void commit(String id) {
        rows.commit(tube, NewJob.of(id).id(id));
    }

    private void awaitHeld() {
        await().atMost(PATIENCE).until(() -> wire.held() > 0);
    }

    private void awaitEmpty() {
        await().atMost(PATIENCE).until(rows::ids, List::isEmpty);
    }

    private void checkOneJob() {
        assertThat(grape.peek(tube, "a").orElseThrow().state()).isEqualTo(JobState.READY);
        assertThat(grape.tubes().status(tube.name()).orElseThrow().totals()).containsEntry("produced", 1L);
    }

    @Test
    void aRelayIsKilledAfterItsProduce() throws IOException {
        wire.hold();
        commit("a");
        ChildProcess relay = relayProcess(60);
        awaitHeld();
        relay.kill();
        assertThat(rows.ids()).containsExactly("a");
        try (OutboxRelay other = rows.relay(grape).start()) {
            awaitEmpty();
            await().atMost(PATIENCE).until(() -> other.status().relayed() == 1);
        }
        checkOneJob();
    }

    /** Its connection stays open. The database ends it, and the rows are another's. */
    @Test
    void aRelayStandsStillAfterItsProduceAndGoesOnLater() throws IOException {
        wire.hold();
        commit("a");
        ChildProcess relay = relayProcess(2);
        awaitHeld();
        Programs.stop(relay.program());
        try (OutboxRelay other = rows.relay(grape).start()) {
            awaitEmpty();
            await().atMost(PATIENCE).until(() -> other.status().relayed() == 1);
            checkOneJob();
        }
        wire.letGo();
        Programs.resume(relay.program());
        commit("b");
        awaitEmpty();
        checkBoth();
        relay.kill();
    }

    private Grape counting(AtomicInteger failures) {
        return Grape.builder()
                .brokers(broker.uri())
                .events(new ClientEvents() {
                    @Override
                    public void called(String call, String outcome, Duration took) {
                        if (call.equals("produceAll") && !outcome.equals("ok")) {
                            failures.incrementAndGet();
                        }
                    }
                })
                .build();
    }

    private void checkBoth() {
        assertThat(grape.list(tube, JobState.READY, 10, null).jobs().stream().map(Job::id))
                .containsExactlyInAnyOrder("a", "b");
        assertThat(grape.tubes().status(tube.name()).orElseThrow().totals()).containsEntry("produced", 2L);
    }

    /** For long enough that each row was tried many times. */
    @Test
    void theBrokerIsAwayAndComesBack() {
        List<String> ids = IntStream.range(0, 300).mapToObj(i -> "job-" + i).toList();
        AtomicInteger failures = new AtomicInteger();
        try (Grape counted = counting(failures);
                OutboxRelay relay = rows.relay(counted)
                        .produceTimeout(Duration.ofSeconds(1))
                        .start()) {
            ids.subList(0, 100).forEach(this::commit);
            broker.kill();
            ids.subList(100, 200).forEach(this::commit);
            await().atMost(PATIENCE).until(() -> failures.get() >= 9);
            assertThat(rows.refused()).isZero();
            assertThat(relay.status().lastError()).isNotNull();
            broker.startAgain();
            ids.subList(200, 300).forEach(this::commit);
            awaitEmpty();
        } finally {
            broker.mend();
        }
        assertThat(grape.list(tube, JobState.READY, 1000, null).jobs().stream().map(Job::id))
                .containsExactlyInAnyOrderElementsOf(ids);
        assertThat(grape.tubes().status(tube.name()).orElseThrow().totals()).containsEntry("produced", 300L);
    }
}
