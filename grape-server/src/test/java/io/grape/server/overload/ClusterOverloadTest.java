package io.grape.server.overload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.overload.OverloadOptions;
import io.grape.harness.Programs;
import io.grape.harness.RedisCluster;
import io.grape.harness.RedisNode;
import io.grape.harness.RunningBroker;
import io.grape.harness.SlotMove;
import io.grape.server.http.Wire;
import io.grape.server.http.Wire.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker on a Redis Cluster of which one node stands still, or one slot moves. */
@Tag("apart")
class ClusterOverloadTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int NODES = 3;
    private static final int TUBES = 100;

    @TempDir
    private Path directory;

    private RedisCluster cluster;
    private RunningBroker broker;
    private Wire wire;
    /** The tubes of a node, by its port. */
    private final Map<Integer, List<String>> tubes = new TreeMap<>();

    @BeforeEach
    void start() {
        cluster = RedisCluster.start(directory);
        IntStream.range(0, TUBES)
                .mapToObj(number -> "tube" + number)
                .forEach(tube -> tubes.computeIfAbsent(node(tube).port(), first -> new ArrayList<>())
                        .add(tube));
        assertThat(tubes).hasSize(NODES);
        // No replica takes over meanwhile.
        tubes.values()
                .forEach(some -> node(some.get(0)).ask(redis -> redis.configSet("cluster-node-timeout", "600000")));
        broker = RunningBroker.start(
                        Map.of(
                                "GRAPE_OVERLOAD_TARGET_MS",
                                Long.toString(OverloadOptions.USUAL.target().toMillis())),
                        "--http-port=0",
                        "--redis=" + cluster.uri(),
                        "--redis-timeout-ms=4000",
                        "--allow-unsafe-redis=true")
                .awaitReady();
        wire = Wire.to(broker.uri());
    }

    private RedisNode node(String tube) {
        return cluster.primaryOf(tube.getBytes(UTF_8));
    }

    @AfterEach
    void stop() {
        broker.close();
        cluster.close();
    }

    private Answer produce(String tube, String id) {
        return wire.put("/v1/tubes/" + tube + "/jobs/" + id, "x");
    }

    private CompletableFuture<Answer> begin(String tube, String id) {
        return CompletableFuture.supplyAsync(() -> produce(tube, id), task -> new Thread(task, "caller").start());
    }

    @Test
    void aNodeThatStandsStillCostsItsOwnTubesOnly() {
        List<String> firsts = tubes.values().stream().map(some -> some.get(0)).toList();
        firsts.forEach(tube -> produce(tube, "before").is(201));
        String stopped = firsts.get(0);
        RedisNode node = node(stopped);
        List<String> refused = new ArrayList<>();
        AtomicInteger number = new AtomicInteger();
        Programs.stop(node.process());
        try {
            CompletableFuture<Answer> unknown = begin(stopped, "unknown");
            await().atMost(SOON).until(() -> {
                String id = "job" + number.incrementAndGet();
                firsts.subList(1, NODES).forEach(tube -> produce(tube, id).is(201));
                Answer answer = produce(stopped, id);
                if (!answer.header("Grape-Overloaded").isEmpty()) {
                    refused.add(id);
                }
                return answer.header("Grape-Overloaded").equals("node") && refused.size() > 1;
            });
            unknown.join().is(503);
            firsts.subList(1, NODES).forEach(tube -> produce(tube, "still").is(201));
        } finally {
            Programs.resume(node.process());
        }
        await().atMost(SOON).until(() -> produce(stopped, "after").status() == 201);
        refused.forEach(id -> await().atMost(SOON)
                .until(() -> wire.get("/v1/tubes/" + stopped + "/jobs/" + id).status() == 404));
    }

    @Test
    void theNodeThatCountsQuotasCostsItsOwnTubesOnly() {
        wire.put("/v1/quotas/default", "{\"produce\":{\"perSecond\":0.001,\"burst\":1}}")
                .is(201);
        RedisNode counts = node("grape:quotas");
        String elsewhere = tubes.entrySet().stream()
                .filter(node -> node.getKey() != counts.port())
                .map(node -> node.getValue().get(0))
                .findFirst()
                .orElseThrow();
        produce(elsewhere, "allowed").is(201);
        produce(elsewhere, "refused").is(429);
        Programs.stop(counts.process());
        try {
            IntStream.range(0, 10)
                    .forEach(number -> produce(elsewhere, "still" + number).is(201));
        } finally {
            Programs.resume(counts.process());
        }
        await().atMost(SOON).until(() -> produce(elsewhere, "counted").status() == 429);
    }

    @Test
    void aSlotThatMovesCostsItsOwnTubesOnly() {
        List<String> ofNode = tubes.values().iterator().next();
        String moves = ofNode.get(0);
        String stays = ofNode.get(1);
        produce(moves, "before").is(201);
        produce(stays, "before").is(201);
        SlotMove move = cluster.move(moves.getBytes(UTF_8)).begin();
        CompletableFuture<Answer> waits = begin(moves, "waits");
        // That is longer than a node may take for a run.
        for (int number = 0; !waits.isDone(); number++) {
            produce(stays, "job" + number).is(201);
        }
        waits.join().is(503);
        move.end();
        await().atMost(SOON).until(() -> produce(moves, "after").status() == 201);
    }
}
