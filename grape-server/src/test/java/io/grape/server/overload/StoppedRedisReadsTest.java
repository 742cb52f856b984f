package io.grape.server.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.harness.Programs;
import io.grape.server.http.Wire;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Reads while Redis stands still, and earlier reads of the same caller hold all the memory that it may have for responses. */
class StoppedRedisReadsTest extends OwnRedis {
    private static final int EARLIER = 4;
    private static final Duration STUCK = Duration.ofSeconds(2);
    private static final Executor CALLER = task -> new Thread(task, "caller").start();

    /** So that the earlier reads last for the whole test. The target is the default, which tests of this module raise. */
    @Override
    List<String> furtherOptions() {
        return List.of("--redis-timeout-ms=60000", "--overload-target-ms=50");
    }

    /** So that few of them hold all the memory that their caller may have. */
    @Override
    Map<String, String> furtherEnvironment() {
        return Map.of("JAVA_TOOL_OPTIONS", "-Xmx128m");
    }

    @Test
    void readsAreRefusedBeforeTheyWaitForMemory() {
        produce(1).is(201);
        Programs.stop(redis.process());
        List<CompletableFuture<Void>> earlier = IntStream.range(0, EARLIER)
                .mapToObj(i ->
                        CompletableFuture.runAsync(() -> wire.get("/v1/tubes/t/jobs?state=ready&limit=1000"), CALLER))
                .toList();
        // A produce is told so a little earlier than a read, as soon as Redis is slow.
        await().pollDelay(STUCK)
                .atMost(SOON)
                .until(() -> "node"
                        .equals(wire.put("/v1/tubes/t/jobs/2", "x", "Grape-Timeout-Ms", "500")
                                .header("Grape-Overloaded")));
        for (String read : List.of("jobs/1", "jobs/1/payload", "jobs?state=ready", "jobs/1/result", "failures")) {
            Wire.Answer answer = wire.get("/v1/tubes/t/" + read).is(503);
            assertThat(answer.header("Grape-Overloaded"))
                    .as(read + " " + answer.text())
                    .isEqualTo("node");
        }
        assertThat(wire.get("/api/job/peek?tube=t&max=1").is(503).header("Grape-Overloaded"))
                .isEqualTo("node");
        Programs.resume(redis.process());
        earlier.forEach(CompletableFuture::join);
    }
}
