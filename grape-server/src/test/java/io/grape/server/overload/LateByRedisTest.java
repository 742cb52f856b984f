package io.grape.server.overload;

import static org.awaitility.Awaitility.await;

import io.grape.harness.Programs;
import io.grape.harness.RedisNode;
import io.grape.harness.RunningBroker;
import io.grape.process.FreePorts;
import io.grape.server.http.Wire;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tube that misses its lateness target while Redis responds now and then. */
class LateByRedisTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int JOBS = 200;
    private static final Executor CALLER = task -> new Thread(task, "caller").start();

    @TempDir
    private Path directory;

    @Test
    void aRedisThatStoodStillForAMomentIsTheCause() {
        try (RedisNode redis = RedisNode.start(directory, FreePorts.one());
                RunningBroker broker = RunningBroker.start(
                                Map.of("GRAPE_OVERLOAD_TARGET_MS", "20"),
                                "--http-port=0",
                                "--redis=" + redis.uri(),
                                "--allow-unsafe-redis=true")
                        .awaitReady()) {
            Wire wire = Wire.to(broker.uri());
            wire.put("/v1/tubes/t", "{\"latenessTargetMs\":1}").is(201);
            IntStream.range(0, JOBS)
                    .forEach(id -> wire.put("/v1/tubes/t/jobs/" + id, "x").is(201));
            Programs.stop(redis.process());
            CompletableFuture<Void> inFlight =
                    CompletableFuture.runAsync(() -> wire.put("/v1/tubes/t/jobs/first", "x"), CALLER);
            await().atMost(SOON)
                    .until(() ->
                            "node".equals(wire.put("/v1/tubes/t/jobs/next", "x").header("Grape-Overloaded")));
            Programs.resume(redis.process());
            inFlight.join();
            await().atMost(SOON).until(() -> "REDIS".equals(causeOnceConsumed(wire)));
        }
    }

    private static String causeOnceConsumed(Wire wire) {
        wire.post("/v1/tubes/t/consume");
        return wire.get("/v1/overview").is(200).json().getJsonArray("attention").stream()
                .map(JsonObject.class::cast)
                .filter(one -> "LATENESS_TARGET".equals(one.getString("code")))
                .map(one -> one.getString("cause"))
                .findFirst()
                .orElse("");
    }
}
