package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.harness.Directories;
import io.grape.harness.Programs;
import io.grape.harness.RedisNode;
import io.grape.process.FreePorts;
import io.grape.server.ListenerOptions;
import io.grape.server.MetricsOptions;
import io.grape.server.RepairOptions;
import io.grape.server.ServerConfig;
import io.grape.server.StoreOptions;
import io.grape.server.app.GrapeServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Redis stands still for 30 s while a worker of two brokers works. */
@Tag("apart")
class PausedRedisTest {
    private static final Duration PAUSE = Duration.ofSeconds(30);

    private final RedisNode redis =
            RedisNode.start(Directories.ofBuild(), FreePorts.one(), "--appendonly", "yes", "--save", "");
    private final GrapeServer first = broker();
    private final GrapeServer second = broker();

    private GrapeServer broker() {
        return GrapeServer.start(
                new ServerConfig(
                        new ListenerOptions("127.0.0.1", 0, Duration.ZERO, 2000),
                        new StoreOptions(null, "paused", Path.of("target"), Duration.ofSeconds(2), Duration.ZERO, true),
                        new MetricsOptions(1),
                        new RepairOptions(0)),
                redis.uri());
    }

    @AfterEach
    void close() {
        first.close().await();
        second.close().await();
        redis.close();
    }

    @Test
    void pauseOfRedisRunsNoJobOfALivingWorkerTwice() throws Exception {
        int count = 2000;
        Map<String, Integer> runs = new ConcurrentHashMap<>();
        try (Grape client =
                        Grape.connect("http://127.0.0.1:" + first.httpPort(), "http://127.0.0.1:" + second.httpPort());
                Worker worker = Worker.of(client)
                        .concurrency(8)
                        .prefetch(8)
                        .on(TUBE, (payload, job) -> {
                            runs.merge(job.id(), 1, Integer::sum);
                            Thread.sleep(50);
                        })
                        .start()) {
            client.produceAll(
                            TUBE,
                            IntStream.range(0, 1000)
                                    .mapToObj(i -> NewJob.of("x").id("a" + i).ttr(Duration.ofMinutes(5)))
                                    .toList())
                    .forEach(result -> result.get());
            client.produceAll(
                            TUBE,
                            IntStream.range(0, 1000)
                                    .mapToObj(i -> NewJob.of("x").id("b" + i).ttr(Duration.ofMinutes(5)))
                                    .toList())
                    .forEach(result -> result.get());
            await().atMost(PATIENCE).until(() -> runs.size() > 100);
            Programs.stop(redis.process());
            Thread.sleep(PAUSE.toMillis());
            Programs.resume(redis.process());
            await().atMost(PATIENCE.multipliedBy(2)).until(() -> runs.size() == count);
            await().atMost(PATIENCE).until(() -> worker.status().held() == 0);
        }
        assertThat(runs.values()).containsOnly(1);
    }
}
