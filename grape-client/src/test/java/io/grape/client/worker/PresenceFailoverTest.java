package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.core.TubeName;
import io.grape.harness.Directories;
import io.grape.harness.RedisCluster;
import io.grape.harness.RedisNode;
import io.grape.harness.RedisSentinels;
import io.grape.harness.SlotMove;
import io.grape.redis.TestRedis;
import io.grape.redis.script.Keys;
import io.grape.server.ListenerOptions;
import io.grape.server.MetricsOptions;
import io.grape.server.RepairOptions;
import io.grape.server.ServerConfig;
import io.grape.server.StoreOptions;
import io.grape.server.app.GrapeServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Redis fails over, or moves the slot of a tube, while one worker is killed and the presence call of another breaks for a moment. Leases
 * last ten minutes: nothing here waits for their end.
 */
@Tag("apart")
@SuppressWarnings("NullAway.Init") // Each test makes all of it first.
class PresenceFailoverTest {
    private static final Duration TTR = Duration.ofMinutes(10);
    private static final Duration SOON = PATIENCE.multipliedBy(2);
    private static final int DEAD = 5;
    /** What a worker that runs eight jobs and prefetches eight holds. */
    private static final int LIVING = 16;

    private static final int AFTERWARDS = 100;

    @RegisterExtension
    final WorkerProcesses processes = new WorkerProcesses();

    private final String namespace = TestRedis.newNamespace();
    private final Map<String, Integer> runs = new ConcurrentHashMap<>();
    private final Map<String, Integer> elsewhere = new ConcurrentHashMap<>();
    private final CountDownLatch go = new CountDownLatch(1);
    private List<GrapeServer> brokers = List.of();
    private List<PresenceCutter> proxies = List.of();
    private AutoCloseable redis = () -> {};
    private Grape client;
    private Grape direct;
    private Process killed;
    private Worker worker;

    @AfterEach
    void end() throws Exception {
        go.countDown();
        worker.close();
        client.close();
        direct.close();
        proxies.forEach(PresenceCutter::close);
        brokers.forEach(broker -> broker.close().await());
        redis.close();
    }

    private GrapeServer broker(String redis) {
        return GrapeServer.start(
                new ServerConfig(
                        new ListenerOptions("127.0.0.1", 0, Duration.ZERO, 2000),
                        new StoreOptions(
                                null, namespace, Path.of("target"), Duration.ofSeconds(5), Duration.ZERO, true),
                        new MetricsOptions(1),
                        new RepairOptions(0)),
                redis);
    }

    private void produce(String prefix, int count, String payload) {
        client.produceAll(
                        TUBE,
                        IntStream.range(0, count)
                                .mapToObj(i -> NewJob.of(payload).id(prefix + i).ttr(TTR))
                                .toList())
                .forEach(result -> result.get());
    }

    /** Two brokers, a process that holds some jobs, and a worker that holds others and runs eight of them. */
    private void start(String redis) {
        brokers = List.of(broker(redis), broker(redis));
        List<String> addresses = brokers.stream()
                .map(broker -> "http://127.0.0.1:" + broker.httpPort())
                .toList();
        proxies = addresses.stream().map(PresenceCutter::new).toList();
        client = Grape.connect(proxies.stream().map(PresenceCutter::address).toArray(String[]::new));
        direct = Grape.connect(addresses.toArray(String[]::new));
        produce("dead", DEAD, "600000");
        killed = processes.start(String.join(",", addresses), DEAD, 0, 1);
        await().atMost(SOON).until(() -> processes.runs().size() == DEAD);
        worker = Worker.of(client)
                .concurrency(8)
                .prefetch(8)
                .on(TUBE, (payload, job) -> {
                    runs.merge(job.id(), 1, Integer::sum);
                    go.await();
                })
                .start();
        produce("living", LIVING, "x");
        await().atMost(SOON).until(() -> runs.size() == 8 && worker.status().held() == LIVING);
        await().atMost(SOON)
                .until(() -> addresses.stream()
                                .mapToDouble(address -> TestBroker.metric(address, "grape_workers_present"))
                                .sum()
                        == 2);
    }

    /** The process is killed, and the other worker opens its call again. */
    private void killOneAndCutTheOther() throws InterruptedException {
        killed.destroyForcibly().waitFor();
        proxies.forEach(PresenceCutter::cut);
        proxies.forEach(PresenceCutter::restore);
    }

    /** The brokers decide about both workers at about the same time. */
    private void awaitOnlyTheJobsOfTheKilledWorkerElsewhere() {
        try (Worker other = Worker.of(direct)
                .concurrency(8)
                .on(TUBE, (payload, job) -> elsewhere.merge(job.id(), job.noe(), Integer::sum))
                .start()) {
            await().atMost(SOON)
                    .until(() -> elsewhere.keySet().stream()
                                    .filter(id -> id.startsWith("dead"))
                                    .count()
                            == DEAD);
            // Jobs that came back by mistake would be delivered before these.
            produce("afterwards", AFTERWARDS, "x");
            await().atMost(SOON).until(() -> elsewhere.size() >= DEAD + AFTERWARDS);
            go.countDown();
            await().atMost(SOON).until(() -> runs.size() == LIVING);
            await().atMost(SOON)
                    .until(() -> worker.status().held() + other.status().held() == 0);
        }
        assertThat(runs.values()).containsOnly(1);
        assertThat(elsewhere)
                .hasSize(DEAD + AFTERWARDS)
                .allSatisfy((id, attempt) ->
                        assertThat(attempt).as("executions of %s", id).isEqualTo(id.startsWith("dead") ? 2 : 1));
    }

    @Test
    void failoverOfRedisRunsNoJobOfALivingWorkerTwice() throws InterruptedException {
        RedisSentinels sentinels = RedisSentinels.start(Directories.ofBuild(), List.of());
        redis = sentinels;
        start(sentinels.uri());
        // A replica that lacks a delivery has the job ready: that is the failover's loss, and not what this test is
        // about.
        RedisNode old = sentinels.primary();
        sentinels.awaitCaughtUp(old);
        old.kill();
        killOneAndCutTheOther();
        sentinels.awaitOther(old);
        awaitOnlyTheJobsOfTheKilledWorkerElsewhere();
    }

    @Test
    void moveOfASlotRunsNoJobOfALivingWorkerTwice() throws InterruptedException {
        RedisCluster cluster = RedisCluster.start(Directories.ofBuild());
        redis = cluster;
        start(cluster.uri());
        SlotMove move =
                cluster.move(new Keys(namespace).tube(new TubeName(TUBE.name())).keys()[0]);
        move.begin();
        killOneAndCutTheOther();
        move.moveSlowly(10, 400);
        move.end();
        awaitOnlyTheJobsOfTheKilledWorkerElsewhere();
    }
}
