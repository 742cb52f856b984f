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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
        List<String> options =
                new ArrayList<>(List.of("--http-port=0", "--redis=" + redis.uri(), "--allow-unsafe-redis=true"));
        options.addAll(furtherOptions());
        Map<String, String> environment = new HashMap<>(furtherEnvironment());
        environment.put(
                "GRAPE_OVERLOAD_TARGET_MS",
                Long.toString(OverloadOptions.USUAL.target().toMillis()));
        broker =
                RunningBroker.start(environment, options.toArray(new String[0])).awaitReady();
        wire = Wire.to(broker.uri());
        wire.put("/v1/tubes/t", "{}").is(201);
    }

    /** What else the broker is started with. */
    List<String> furtherOptions() {
        return List.of();
    }

    /** What else is in its environment. */
    Map<String, String> furtherEnvironment() {
        return Map.of();
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
