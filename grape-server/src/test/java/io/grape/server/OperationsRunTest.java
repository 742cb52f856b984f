package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Operations through the API of brokers that do them by themselves. */
class OperationsRunTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private JsonObject call(int status, String method, String path, String body) {
        HttpResponse<String> answer = server.call(method, path, body, "application/json");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return new JsonObject(answer.body());
    }

    private void delayed(int count) {
        String jobs = IntStream.range(0, count)
                .mapToObj(i -> "{\"id\":\"j" + i + "\",\"payload\":1,\"delayMs\":3600000}")
                .collect(Collectors.joining(",", "[", "]"));
        call(200, "POST", "/v1/tubes/t/jobs", jobs);
    }

    private int ready() {
        return call(200, "GET", "/v1/tubes/t", "").getJsonObject("counts").getInteger("ready");
    }

    private JsonObject get(String id) {
        return call(200, "GET", "/v1/operations/" + id, "");
    }

    private void awaitState(String id, String state) {
        await().atMost(SOON).until(() -> get(id).getString("state").equals(state));
    }

    @Test
    void anOperationGoesOnByItselfUntilItIsDone() {
        delayed(250);
        String what = "\"kind\":\"kick\",\"tube\":\"t\",\"state\":\"delayed\"";
        JsonObject dry = call(200, "POST", "/v1/operations", "{" + what + ",\"dryRun\":true}");
        assertThat(dry.getInteger("matching")).isEqualTo(250);
        assertThat(dry.getBoolean("exact")).isTrue();
        assertThat(dry.getJsonArray("sample")).hasSize(20);
        JsonObject begun = call(202, "POST", "/v1/operations", "{" + what + "}");
        awaitState(begun.getString("id"), "done");
        JsonObject done = get(begun.getString("id"));
        assertThat(done.getInteger("done")).isEqualTo(250);
        assertThat(done.getString("endedAt")).isNotNull();
        assertThat(ready()).isEqualTo(250);
        JsonArray listed = call(200, "GET", "/v1/operations", "").getJsonArray("operations");
        assertThat(listed).containsExactly(done);
    }

    @Test
    void itKeepsItsRateAndIsPausedResumedAndCancelled() {
        delayed(300);
        long begin = System.nanoTime();
        String id = call(
                        202,
                        "POST",
                        "/v1/operations",
                        "{\"kind\":\"kick\",\"tube\":\"t\",\"state\":\"delayed\",\"perSecond\":50}")
                .getString("id");
        await().atMost(SOON).until(() -> get(id).getInteger("done") >= 20);
        call(200, "POST", "/v1/operations/" + id + "/pause", "");
        double seconds = (System.nanoTime() - begin) / 1e9;
        int atPause = ready();
        assertThat((double) atPause).isLessThanOrEqualTo(50 * seconds + 2 * 5);
        JsonObject paused = get(id);
        assertThat(paused.getString("state")).isEqualTo("paused");
        assertThat(paused.containsKey("etaMs")).isFalse();
        assertThat(ready()).as("at most the slice that was on its way").isLessThanOrEqualTo(atPause + 5);
        assertThat(call(200, "POST", "/v1/operations/" + id + "/resume", "").getLong("etaMs"))
                .isPositive();
        await().atMost(SOON).until(() -> ready() > atPause + 5);
        call(200, "POST", "/v1/operations/" + id + "/cancel", "");
        JsonObject cancelled = get(id);
        assertThat(cancelled.getString("state")).isEqualTo("cancelled");
        assertThat(ready()).isLessThan(300);
        assertThat(server.call("POST", "/v1/operations/" + id + "/resume").statusCode())
                .isEqualTo(409);
        assertThat(server.call("GET", "/v1/operations/none").body()).contains("NOT_FOUND");
    }

    @Test
    void whatCannotBeIsRefused() {
        delayed(1);
        for (String bad : new String[] {
            "\"kind\":\"burn\",\"tube\":\"t\",\"state\":\"failed\"",
            "\"kind\":\"kick\",\"tube\":\"t\",\"state\":\"retained\"",
            "\"kind\":\"kick\",\"tube\":\"t\"",
            "\"kind\":\"kick\",\"tube\":\"t\",\"state\":\"delayed\",\"reason\":\"x\"",
            "\"kind\":\"kick\",\"tube\":\"t\",\"state\":\"failed\",\"dueTo\":\"2030-01-01T00:00:00Z\"",
            "\"kind\":\"delete\",\"tube\":\"t\",\"state\":\"failed\",\"delayMs\":1",
            "\"kind\":\"kick\",\"tube\":\"t\",\"state\":\"failed\",\"limit\":0",
            "\"kind\":\"kick\",\"tube\":\"t\",\"state\":\"failed\",\"dryRun\":\"yes\""
        }) {
            call(400, "POST", "/v1/operations", "{" + bad + "}");
        }
        String failed = "{\"kind\":\"kick\",\"tube\":\"t\",\"state\":\"failed\",\"reason\":\"";
        assertThat(call(400, "POST", "/v1/operations", failed + "x".repeat(201) + "\"}")
                        .getString("detail"))
                .startsWith("reason: expected at most 200 characters");
        // No signature has more than 200 units of UTF-16, so it would match nothing.
        call(400, "POST", "/v1/operations", failed + "😀".repeat(150) + "\"}");
        call(202, "POST", "/v1/operations", failed + "x".repeat(200) + "\"}");
        call(404, "POST", "/v1/operations", "{\"kind\":\"kick\",\"tube\":\"u\",\"state\":\"failed\"}");
    }

    @Test
    void whatHappenedAndWhyIsTold() {
        call(200, "POST", "/v1/tubes/t/jobs", "[{\"id\":\"a\",\"payload\":1}]");
        String lease = call(200, "POST", "/v1/tubes/t/consume", "")
                .getJsonArray("jobs")
                .getJsonObject(0)
                .getString("lease");
        call(200, "POST", "/v1/tubes/t/jobs/a/bury?lease=" + lease + "&reason=code%20503", "");
        JsonObject history = call(200, "GET", "/v1/tubes/t/jobs/a/history", "");
        JsonArray events = history.getJsonArray("events");
        assertThat(events).hasSize(3);
        assertThat(events.getJsonObject(1).getString("lease")).isEqualTo(lease);
        assertThat(events.getJsonObject(2).getString("reason")).isEqualTo("code 503");
        JsonObject group = call(200, "GET", "/v1/tubes/t/failures", "")
                .getJsonArray("groups")
                .getJsonObject(0);
        assertThat(group.getString("signature")).isEqualTo("code <n>");
        assertThat(group.getJsonObject("sample").getString("id")).isEqualTo("a");
        assertThat(call(200, "GET", "/v1/tubes/t/jobs/a", "").getString("failedAt"))
                .isEqualTo(group.getString("lastAt"));
    }
}
