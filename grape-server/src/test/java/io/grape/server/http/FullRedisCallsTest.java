package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.harness.RedisNode;
import io.grape.process.FreePorts;
import io.grape.server.app.GrapeServer;
import io.grape.server.beanstalkd.WireClient;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Calls to a broker whose Redis is full and stays full, although jobs are deleted. Each call that frees memory, stops work or
 * acknowledges a job still works. The list of these calls is complete: a new call must be added to one of the lists here.
 */
@Tag("slow")
class FullRedisCallsTest {
    /** More than all jobs of a test, so that Redis stays full when they are gone. */
    private static final int BALLAST_BYTES = 20_000_000;

    /** Calls that create something, or let new jobs in. A full Redis refuses them, or they may be refused. */
    private static final Set<String> MAY_BE_REFUSED = Set.of(
            "PUT /v1/tubes/{tube}/jobs/{id}",
            "POST /v1/tubes/{tube}/jobs",
            "PATCH /v1/tubes/{tube}/jobs/{id}",
            "POST /v1/tubes/{tube}/import",
            "PUT /v1/tubes/{tube}/schedules/{name}",
            "POST /v1/tubes/{tube}/schedules/{name}/resume",
            "POST /v1/tubes/{tube}/schedules/{name}/run",
            "POST /v1/tubes/{tube}/schedules/{name}/backfill",
            "POST /v1/schedules/preview",
            "PUT /v1/users/{name}",
            "POST /v1/tokens",
            "POST /api/job/produce",
            "POST /api/tube/create");

    /** Accounts, which nobody is asked for here: {@code FullRedisTest} tries their scripts. */
    private static final Set<String> ACCOUNTS = Set.of(
            "POST /v1/session",
            "DELETE /v1/session",
            "PUT /v1/session/password",
            "DELETE /v1/users/{name}",
            "DELETE /v1/tokens/{id}");

    private final Set<String> called = new TreeSet<>();
    private RedisNode redis;
    private GrapeServer server;
    private Wire wire;

    @BeforeEach
    void start(@TempDir Path directory) {
        redis = RedisNode.start(directory, FreePorts.one(), "--appendonly", "yes");
        server = RedisRightsSteps.start(redis.uri());
        wire = Wire.to(URI.create("http://127.0.0.1:" + server.httpPort()));
        wire.put("/v1/tubes/t", "{\"keys\":{\"concurrency\":100}}").is(201);
    }

    @AfterEach
    void stop() {
        server.close().await();
        redis.close();
    }

    /** Returns once the broker knows that Redis is full. */
    private void fill() {
        redis.ask(commands -> commands.set("ballast", "x".repeat(BALLAST_BYTES)));
        redis.ask(commands -> commands.configSet("maxmemory", Integer.toString(BALLAST_BYTES / 2)));
        await().atMost(RedisRightsSteps.SOON).untilAsserted(this::assertIsFull);
    }

    private void assertIsFull() {
        assertThat(wire.put("/v1/tubes/t/jobs/one-more", "x").is(503).header("Grape-Overloaded"))
                .isEqualTo("memory");
        assertThat(wire.get("/v1/tubes/t/jobs?state=ready").is(503).header("Grape-Overloaded"))
                .isEqualTo("memory");
    }

    private void produce(String tube, String id, String query) {
        wire.put("/v1/tubes/" + tube + "/jobs/" + id + query, "x").is(201);
    }

    private Wire.Answer call(String call, String path, String body) {
        called.add(call);
        Wire.Answer answer = wire.send(call.split(" ", 2)[0], path, body.getBytes(UTF_8));
        assertThat(answer.status()).as(call + " " + answer.text()).isLessThan(300);
        return answer;
    }

    private Wire.Answer call(String call, String path) {
        return call(call, path, "");
    }

    private Wire.Answer ofJob(String verb, String query, String body) {
        return call("POST /v1/tubes/{tube}/jobs/{id}/" + verb, "/v1/tubes/t/jobs/" + query, body);
    }

    private String lease(String id) {
        return wire.post("/v1/tubes/t/jobs/" + id + "/consume").is(200).json().getString("lease");
    }

    @Test
    void everyCallThatFreesMemoryStopsWorkOrAcknowledgesWorksWhileRedisStaysFull() {
        IntStream.range(0, 40).forEach(i -> produce("t", "r" + i, i % 2 == 0 ? "" : "?key=k&labels=l"));
        IntStream.range(0, 10).forEach(i -> produce("t", "d" + i, "?delayMs=600000"));
        wire.put("/v1/tubes/t/schedules/ann", "{\"everyMs\":3600000,\"payload\":1}")
                .is(201);
        wire.put("/v1/tubes/t/schedules/bob", "{\"everyMs\":3600000,\"payload\":1}")
                .is(201);
        wire.put("/v1/tubes/old", "{}").is(201);
        wire.put("/v1/tubes/older", "{}").is(201);
        IntStream.range(0, 10).forEach(i -> produce("older", "o" + i, ""));
        String paused = begin("kick", "delayed", ",\"perSecond\":1");
        steer(paused, "pause");
        fill();

        consumeAndAcknowledge();
        actOnJobs();
        stopWork();
        operate(paused);
        useGrape13();
        call("DELETE /v1/tubes/{tube}/schedules/{name}", "/v1/tubes/t/schedules/ann");
        call("DELETE /v1/tubes/{tube}", "/v1/tubes/t?confirm=t");
        redis.ask(commands -> commands.configSet("maxmemory", Integer.toString(BALLAST_BYTES / 2)));
        assertThat(wire.put("/v1/tubes/older/jobs/x", "x").status()).isEqualTo(503);
        assertThatEveryCallIsListed();
    }

    private void consumeAndAcknowledge() {
        JsonObject job = call("POST /v1/tubes/{tube}/consume", "/v1/tubes/t/consume?max=1")
                .first("jobs");
        String id = job.getString("id");
        ofJob("touch", id + "/touch?progress=40&note=half&lease=" + job.getString("lease"), "");
        ofJob("finish", id + "/finish?lease=" + job.getString("lease"), "");
        call("POST /v1/consume", "/v1/consume?tubes=t,older");
        String first = ofJob("consume", "r20/consume", "").json().getString("lease");
        ofJob("release", "r20/release?lease=" + first, "");
        ofJob("bury", "r21/bury?reason=broken&lease=" + lease("r21"), "");
        ofJob("handback", "r22/handback?lease=" + lease("r22"), "");
        ofJob("handover", "r23/handover?lease=" + lease("r23"), "{\"checkpoint\":{\"page\":7}}");
        String lease = lease("r23");
        call(
                "POST /v1/tubes/{tube}/acks",
                "/v1/tubes/t/acks",
                "[{\"id\":\"r23\",\"lease\":\"" + lease + "\",\"op\":\"finish\"}]");
    }

    private void actOnJobs() {
        lease("r24");
        ofJob("cancel", "r24/cancel?reason=full", "");
        ofJob("kick", "d9/kick", "");
        call("POST /v1/tubes/{tube}/kick", "/v1/tubes/t/kick?max=10");
        call("DELETE /v1/tubes/{tube}/jobs/{id}", "/v1/tubes/t/jobs/r25");
        call("DELETE /v1/tubes/{tube}/jobs/{id}", "/v1/tubes/t/jobs/r24?force=true");
    }

    private void stopWork() {
        call("POST /v1/tubes/{tube}/pause", "/v1/tubes/t/pause?reason=full");
        call("POST /v1/tubes/{tube}/resume", "/v1/tubes/t/resume");
        call("PUT /v1/tubes/{tube}", "/v1/tubes/t", "{\"limits\":{\"concurrency\":5}}");
        call("PUT /v1/tubes/{tube}/keys/{key}", "/v1/tubes/t/keys/k", "{\"concurrency\":1}");
        call("DELETE /v1/tubes/{tube}/keys/{key}", "/v1/tubes/t/keys/k");
        call(
                "PUT /v1/tubes/{tube}/gates/{name}",
                "/v1/tubes/t/gates/stop?dryRun=true",
                "{\"match\":{\"all\":true},\"mode\":\"drop\"}");
        call(
                "PUT /v1/tubes/{tube}/gates/{name}",
                "/v1/tubes/t/gates/stop",
                "{\"match\":{\"key\":\"nobody\"},\"mode\":\"refuse\"}");
        call("DELETE /v1/tubes/{tube}/gates/{name}", "/v1/tubes/t/gates/stop");
        call("PUT /v1/quotas/{name}", "/v1/quotas/default", "{\"produce\":{\"perSecond\":1,\"burst\":2}}");
        call("DELETE /v1/quotas/{name}", "/v1/quotas/default");
        call("POST /v1/tubes/{tube}/schedules/{name}/pause", "/v1/tubes/t/schedules/ann/pause");
        assertThat(wire.get("/v1/tubes/t/schedules/ann").is(200).json().getString("state"))
                .isEqualTo("paused");
    }

    private static String operation(String kind, String state, String more) {
        return "{\"kind\":\"" + kind + "\",\"tube\":\"t\",\"state\":\"" + state + "\"" + more + "}";
    }

    private String begin(String kind, String state, String more) {
        return call("POST /v1/operations", "/v1/operations", operation(kind, state, more))
                .json()
                .getString("id");
    }

    private void steer(String id, String verb) {
        call("POST /v1/operations/{id}/" + verb, "/v1/operations/" + id + "/" + verb);
    }

    /** As the console does: it shows how many jobs there are, and some of them, before it begins. */
    private void operate(String paused) {
        ofJob("bury", "r27/bury?reason=broken&lease=" + lease("r27"), "");
        for (String more : List.of("", ",\"key\":\"k\"", ",\"label\":\"l\"", ",\"reason\":\"broken\"")) {
            String state = more.contains("reason") ? "failed" : "ready";
            JsonObject shown = call(
                            "POST /v1/operations",
                            "/v1/operations",
                            operation("delete", state, more + ",\"dryRun\":true"))
                    .json();
            assertThat(shown.getLong("matching")).as(more).isPositive();
            assertThat(shown.getJsonArray("sample")).as(more).isNotEmpty();
        }
        List.of("resume", "pause", "cancel").forEach(verb -> steer(paused, verb));
        for (String kind : List.of("kick failed", "delete delayed", "delete ready")) {
            String id = begin(kind.split(" ", 2)[0], kind.split(" ", 2)[1], "");
            await().atMost(RedisRightsSteps.SOON)
                    .until(() -> wire.get("/v1/operations/" + id)
                            .is(200)
                            .json()
                            .getString("state")
                            .equals("done"));
        }
        assertThat(wire.get("/v1/tubes/t")
                        .is(200)
                        .json()
                        .getJsonObject("counts")
                        .getInteger("ready"))
                .isZero();
        for (String page : List.of("/v1/overview", "/v1/tubes", "/v1/operations", "/v1/brokers", "/v1/redis")) {
            wire.get(page).is(200);
        }
    }

    private void useGrape13() {
        call("DELETE /api/job/delete", "/api/job/delete?tube=older&jid=o9");
        for (String verb : List.of("DELETE finish", "PUT release", "PUT bury", "PUT failure")) {
            String id = call("GET /api/job/consume", "/api/job/consume?tube=older&max=1")
                    .text()
                    .replaceFirst("(?s).*?\"id\" ?: ?\"([a-z0-9]+)\".*", "$1");
            String[] call = verb.split(" ", 2);
            assertThat(call(call[0] + " /api/job/" + call[1], "/api/job/" + call[1] + "?tube=older&jid=" + id)
                            .text())
                    .isEqualTo("true");
            if (call[1].equals("bury")) {
                call("PUT /api/job/kick", "/api/job/kick?tube=older&jid=" + id);
            } else if (call[1].equals("failure")) {
                call("DELETE /api/job/discard", "/api/job/discard?tube=older&jid=" + id);
            }
        }
        call("POST /api/tube/delete", "/api/tube/delete?tube=old");
    }

    private void assertThatEveryCallIsListed() {
        Set<String> others = new TreeSet<>();
        HttpApi.calls(FakePorts.behind(CompletableFuture::new), () -> false).stream()
                .map(call -> call.method().name() + " " + call.path())
                .filter(call -> !called.contains(call) && !MAY_BE_REFUSED.contains(call) && !ACCOUNTS.contains(call))
                .forEach(others::add);
        assertThat(others).as("calls that only read").allMatch(call -> call.startsWith("GET "));
        assertThat(called).doesNotContainAnyElementsOf(MAY_BE_REFUSED);
    }

    @Test
    void everyBeanstalkdCommandThatFreesMemoryStopsWorkOrAcknowledgesWorksWhileRedisStaysFull() {
        try (WireClient client = WireClient.to(server.beanstalkdPort())) {
            assertThat(client.call("use t")).isEqualTo("USING t");
            assertThat(client.call("watch t")).startsWith("WATCHING");
            List<Long> numbers =
                    IntStream.range(0, 6).mapToObj(i -> client.put("x")).toList();
            produce("t", "of-http", "?priority=1");
            fill();
            assertThat(client.call("delete " + client.reserve()))
                    .as("of an id that is no number")
                    .isEqualTo("DELETED");
            for (String end : List.of("delete", "release", "bury", "touch")) {
                long number = client.reserve();
                String line = end + " " + number + (end.equals("release") ? " 1 0" : end.equals("bury") ? " 1" : "");
                assertThat(client.call(line)).isIn("DELETED", "RELEASED", "BURIED", "TOUCHED");
                if (end.equals("bury")) {
                    assertThat(client.call("kick-job " + number)).isEqualTo("KICKED");
                }
            }
            long last = numbers.get(5);
            assertThat(client.call("reserve-job " + last)).startsWith("RESERVED " + last);
            assertThat(client.call("bury " + last + " 1")).isEqualTo("BURIED");
            assertThat(client.call("kick 1")).isEqualTo("KICKED 1");
            assertThat(client.call("delete " + last)).as("of a ready job").isEqualTo("DELETED");
            assertThat(client.call("pause-tube t 1")).isEqualTo("PAUSED");
        }
        assertIsFull();
    }
}
