package io.grape.server.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.harness.Programs;
import io.grape.harness.Sleep;
import io.grape.server.http.Wire.Answer;
import io.lettuce.core.ScriptOutputType;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A broker whose Redis stands still, and comes back. */
class OverloadTest extends OwnRedis {
    private static final int MANY = 60;
    private static final long BEHIND_MILLIS = 200;
    /** Beside it the connections of a moment weigh nothing. */
    private static final int BALLAST_BYTES = 50_000_000;
    /** Ends even on a Redis whose time stands still in a script. */
    private static final String BUSY = """
            local function now()
              local time = redis.call('TIME')
              return time[1] * 1000000 + time[2]
            end
            local from = now()
            for i = 1, 1000000 do
              if now() - from > tonumber(ARGV[1]) then break end
            end
            return redis.status_reply('OK')
            """;

    private static final int BUSY_RUNS = 10;

    private static CompletableFuture<Answer> begin(Supplier<Answer> call) {
        return CompletableFuture.supplyAsync(call, task -> new Thread(task, "caller").start());
    }

    /** Starts one call, and the others behind it: otherwise all could be sent to Redis together, and none would wait. */
    private static List<CompletableFuture<Answer>> beginMany(IntFunction<Answer> call) {
        List<CompletableFuture<Answer>> calls = new ArrayList<>(List.of(begin(() -> call.apply(0))));
        Sleep.millis(BEHIND_MILLIS);
        IntStream.range(1, MANY).forEach(i -> calls.add(begin(() -> call.apply(i))));
        return calls;
    }

    @Test
    void whatWaitsForARedisThatStandsStillIsShedAndNotDone() {
        String lease = leaseOf("first");
        Programs.stop(redis.process());
        List<CompletableFuture<Answer>> calls = beginMany(this::produce);
        CompletableFuture<Answer> finish = begin(() -> wire.post("/v1/tubes/t/jobs/first/finish?lease=" + lease));
        List<Answer> shed = calls.stream()
                .map(CompletableFuture::join)
                .filter(answer -> !answer.header("Grape-Overloaded").isEmpty())
                .toList();
        assertThat(shed).isNotEmpty().allSatisfy(answer -> {
            assertThat(answer.is(503).json().getString("code")).isEqualTo("OVERLOADED");
            assertThat(answer.header("Grape-Overloaded")).isIn("node", "delay");
            assertThat(answer.header("Retry-After")).isIn("1", "2", "3");
        });
        assertThat(finish.join().header("Grape-Overloaded")).isEmpty();
        Programs.resume(redis.process());
        await().atMost(SOON).until(() -> produce(MANY).status() == 201);
        for (int id = 0; id < MANY; id++) {
            if (!calls.get(id).join().header("Grape-Overloaded").isEmpty()) {
                String path = "/v1/tubes/t/jobs/" + id;
                await().atMost(SOON).until(() -> wire.get(path).status() == 404);
            }
        }
    }

    @Test
    void soAreTakesAndConsumesOfTubesThatNobodyConsumedFrom() {
        wire.post("/v1/tubes/t/consume").is(200);
        Programs.stop(redis.process());
        for (String path : List.of("/v1/tubes/t/jobs/a/consume", "/v1/tubes/nowhere/consume")) {
            List<CompletableFuture<Answer>> calls = beginMany(call -> wire.post(path));
            assertThat(calls.stream().map(call -> call.join().header("Grape-Overloaded")))
                    .contains("node");
        }
        Programs.resume(redis.process());
    }

    /** While a broker of an earlier release is alive there are no such ids, so it is asked first who is. */
    @Test
    void soAreProducesOfAnyId() {
        Programs.stop(redis.process());
        List<CompletableFuture<Answer>> calls = beginMany(id -> wire.put("/v1/tubes/t/jobs/a%40" + id, "x"));
        assertThat(calls.stream().map(call -> call.join().header("Grape-Overloaded")))
                .contains("node");
        Programs.resume(redis.process());
        await().atMost(SOON).until(() -> produce(1).status() == 201);
        for (int id = 0; id < MANY; id++) {
            if (!calls.get(id).join().header("Grape-Overloaded").isEmpty()) {
                wire.get("/v1/tubes/t/jobs/a%40" + id).is(404);
            }
        }
    }

    private String leaseOf(String id) {
        wire.put("/v1/tubes/t/jobs/" + id, "x").is(201);
        return wire.post("/v1/tubes/t/consume").is(200).first("jobs").getString("lease");
    }

    @Test
    void aRedisWithLittleMemoryLeftTakesNoLooksAndThenNoProduces() {
        String lease = leaseOf("first");
        redis.ask(commands -> commands.set("ballast", "x".repeat(BALLAST_BYTES)));
        long used = used();
        redis.ask(commands -> commands.configSet("maxmemory", Long.toString(used * 100 / 93)));
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(
                                wire.get("/v1/tubes/t/jobs?state=ready").header("Grape-Overloaded"))
                        .isEqualTo("memory"));
        for (String look : List.of(
                "/v1/tubes/t/jobs/first/result", "/v1/find?id=first", "/v1/due-times", "/v1/due-times?tube=t")) {
            assertThat(wire.get(look).header("Grape-Overloaded")).isEqualTo("memory");
        }
        wire.get("/v1/tubes").is(200);
        produce(1).is(201);
        redis.ask(commands -> commands.configSet("maxmemory", Long.toString(used * 100 / 97)));
        await().atMost(SOON).untilAsserted(() -> {
            wire.post("/v1/tubes/t/pause").is(200);
            assertThat(produce(2).header("Grape-Overloaded")).isEqualTo("memory");
            assertThat(wire.post("/api/job/produce?tube=t&jid=2", "x").is(503).header("Grape-Overloaded"))
                    .isEqualTo("memory");
        });
        wire.post("/v1/tubes/t/jobs/first/finish?lease=" + lease).is(200);
        wire.post("/v1/tubes/t/resume").is(200);
        wire.post("/v1/tubes/t/consume").is(200);
        redis.ask(commands -> commands.configSet("maxmemory", "0"));
        await().atMost(SOON).until(() -> {
            wire.post("/v1/tubes/t/consume").is(200);
            return produce(3).status() == 201;
        });
        wire.get("/v1/tubes/t/jobs?state=ready").is(200);
    }

    @Test
    void whoWaitsForAResultIsNotToldOfALookThatWasShed() {
        wire.put("/v1/tubes/t", "{\"keepFinishedMs\":600000}").is(200);
        String lease = leaseOf("first");
        redis.ask(commands -> commands.set("ballast", "x".repeat(BALLAST_BYTES)));
        redis.ask(commands -> commands.configSet("maxmemory", Long.toString(used() * 100 / 93)));
        await().atMost(SOON)
                .until(() -> !wire.get("/v1/tubes/t/jobs/first")
                        .header("Grape-Overloaded")
                        .isEmpty());
        CompletableFuture<Answer> result = begin(() -> wire.get("/v1/tubes/t/jobs/first/result?waitMs=60000"));
        wire.post("/v1/tubes/t/jobs/first/finish?lease=" + lease).is(200);
        redis.ask(commands -> commands.configSet("maxmemory", "0"));
        assertThat(result.join().is(200).header("Grape-State")).isEqualTo("finished");
    }

    @Test
    void whatWasShedDoesNotCountForItsQuota() {
        wire.put("/v1/quotas/default", "{\"produce\":{\"perSecond\":0.001,\"burst\":2}}")
                .is(201);
        redis.ask(commands -> commands.set("ballast", "x".repeat(BALLAST_BYTES)));
        redis.ask(commands -> commands.configSet("maxmemory", Long.toString(used() * 100 / 97)));
        await().atMost(SOON)
                .until(() -> !wire.get("/v1/tubes/t/jobs?state=ready")
                        .header("Grape-Overloaded")
                        .isEmpty());
        for (int id = 1; id <= 3; id++) {
            assertThat(produce(id).header("Grape-Overloaded")).isEqualTo("memory");
        }
        redis.ask(commands -> commands.configSet("maxmemory", "0"));
        await().atMost(SOON)
                .until(() -> wire.get("/v1/tubes/t/jobs?state=ready").status() == 200);
        produce(1).is(201);
        produce(2).is(201);
        produce(3).is(429);
    }

    @Test
    void whatIsShedIsShown() {
        redis.ask(commands -> commands.set("ballast", "x".repeat(BALLAST_BYTES)));
        redis.ask(commands -> commands.configSet("maxmemory", Long.toString(used() * 100 / 93)));
        await().atMost(SOON).untilAsserted(() -> {
            wire.get("/v1/tubes/t/jobs?state=ready");
            assertThat(wire.get("/v1/overview").is(200).list("attention").encode())
                    .contains("\"OVERLOADED\"");
            JsonObject shed = wire.get("/v1/brokers").is(200).first("brokers").getJsonObject("shedPerSecond");
            assertThat(shed.getDouble("look")).isPositive();
            assertThat(shed.getDouble("produce")).isZero();
        });
    }

    /** Scripts that others run count, too: they keep Redis from ours. */
    @Test
    void aRedisWithSlowScriptsTakesNoLooksAndThenNoProduces() {
        String lease = leaseOf("first");
        await().atMost(SOON).untilAsserted(() -> {
            busy(Duration.ofMillis(60));
            assertThat(wire.get("/v1/tubes/t/jobs/first").header("Grape-Overloaded"))
                    .isEqualTo("node");
            assertThat(wire.get("/metrics").is(200).text()).contains("grape_overloaded{class=\"look\"} 1");
        });
        await().atMost(SOON).untilAsserted(() -> {
            busy(Duration.ofMillis(120));
            assertThat(produce(1).header("Grape-Overloaded")).isEqualTo("node");
        });
        wire.post("/v1/tubes/t/consume").is(200);
        wire.post("/v1/tubes/t/jobs/first/finish?lease=" + lease).is(200);
        await().atMost(SOON).until(() -> produce(2).status() == 201);
        await().atMost(SOON)
                .until(() -> wire.get("/v1/tubes/t/jobs?state=ready").status() == 200);
        await().atMost(SOON).until(() -> wire.get("/metrics").text().contains("grape_overloaded{class=\"look\"} 0"));
    }

    /** Redis runs some scripts that take so long. */
    private void busy(Duration time) {
        redis.ask(commands -> {
            String script = commands.scriptLoad(BUSY);
            for (int i = 0; i < BUSY_RUNS; i++) {
                commands.evalsha(script, ScriptOutputType.STATUS, new String[0], Long.toString(time.toMillis() * 1000));
            }
            return script;
        });
    }

    private long used() {
        String info = redis.ask(commands -> commands.info("memory"));
        return Long.parseLong(info.lines()
                .filter(line -> line.startsWith("used_memory:"))
                .findFirst()
                .orElseThrow()
                .split(":", 2)[1]);
    }
}
