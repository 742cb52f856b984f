package io.grape.server.overload;

import static org.awaitility.Awaitility.await;

import io.grape.harness.Programs;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A tube that misses its lateness target while Redis responds now and then. */
class LateByRedisTest extends OwnRedis {
    private static final int JOBS = 200;
    private static final Executor CALLER = task -> new Thread(task, "caller").start();

    @Test
    void aRedisThatStoodStillForAMomentIsTheCause() {
        wire.put("/v1/tubes/t", "{\"latenessTargetMs\":1}").is(200);
        IntStream.range(0, JOBS).forEach(id -> produce(id).is(201));
        Programs.stop(redis.process());
        CompletableFuture<Void> inFlight = CompletableFuture.runAsync(() -> produce(JOBS), CALLER);
        await().atMost(SOON).until(() -> "node".equals(produce(JOBS + 1).header("Grape-Overloaded")));
        Programs.resume(redis.process());
        inFlight.join();
        await().atMost(SOON).until(() -> "REDIS".equals(causeOnceConsumed()));
    }

    private String causeOnceConsumed() {
        wire.post("/v1/tubes/t/consume");
        return wire.get("/v1/overview").is(200).json().getJsonArray("attention").stream()
                .map(JsonObject.class::cast)
                .filter(one -> "LATENESS_TARGET".equals(one.getString("code")))
                .map(one -> one.getString("cause"))
                .findFirst()
                .orElse("");
    }
}
