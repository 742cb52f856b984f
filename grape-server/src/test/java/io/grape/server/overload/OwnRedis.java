package io.grape.server.overload;

import io.grape.core.overload.OverloadOptions;
import io.grape.harness.Programs;
import io.grape.harness.RedisNode;
import io.grape.harness.RunningBroker;
import io.grape.process.FreePorts;
import io.grape.server.http.Wire;
import io.grape.server.http.Wire.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A broker with the usual target, the tube {@code t}, and a Redis of its own, which a test may stop. */
abstract class OwnRedis {
    static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    RedisNode redis;
    private RunningBroker broker;
    Wire wire;

    @BeforeEach
    void start() {
        redis = RedisNode.start(directory, FreePorts.one());
        broker = RunningBroker.start(
                        Map.of(
                                "GRAPE_OVERLOAD_TARGET_MS",
                                Long.toString(OverloadOptions.USUAL.target().toMillis())),
                        "--http-port=0",
                        "--redis=" + redis.uri(),
                        "--allow-unsafe-redis=true")
                .awaitReady();
        wire = Wire.to(broker.uri());
        wire.put("/v1/tubes/t", "{}").is(201);
    }

    @AfterEach
    void stop() {
        Programs.resume(redis.process());
        broker.close();
        redis.close();
    }

    Answer produce(int id) {
        return wire.put("/v1/tubes/t/jobs/" + id, "x");
    }
}
