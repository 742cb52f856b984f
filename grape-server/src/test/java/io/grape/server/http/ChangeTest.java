package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs are changed in place. */
class ChangeTest {
    private static final String JOB = "/v1/tubes/t/jobs/a";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private Wire.Answer patch(String body, String... headers) {
        return wire.send("PATCH", JOB, body.getBytes(UTF_8), headers);
    }

    @Test
    void theResponseIsTheJobAsItIsThen() {
        wire.put(JOB + "?delayMs=60000&labels=eu", "x").is(201);
        String change = """
                {"dueAt":"2100-01-01T00:00:00Z","priority":7,"ttrMs":5000,"maxAttempts":3,"labels":["us","trial"],"payload":{"n":1}}
                """;
        Wire.Answer answer = patch(change).is(200);
        JsonObject job = answer.json();
        assertThat(job.getString("dueAt")).isEqualTo("2100-01-01T00:00:00.000Z");
        assertThat(job.getInteger("priority")).isEqualTo(7);
        assertThat(job.getInteger("ttrMs")).isEqualTo(5000);
        assertThat(job.getInteger("maxAttempts")).isEqualTo(3);
        assertThat(job.getJsonArray("labels")).isEqualTo(JsonArray.of("us", "trial"));
        assertThat(job.getJsonObject("payload")).isEqualTo(new JsonObject().put("n", 1));
        assertThat(answer.header("ETag")).isEqualTo('"' + job.getString("rev") + '"');
        assertThat(wire.get(JOB).is(200).json()).isEqualTo(job);
        assertThat(wire.get(JOB).header("ETag")).isEqualTo(answer.header("ETag"));
        assertThat(patch("{\"labels\":[]}").is(200).json().containsKey("labels"))
                .isFalse();
        assertThat(wire.get(JOB + "/history").is(200).text()).contains("\"what\":\"changed\"");
    }

    @Test
    void anotherRevisionIsRefused() {
        wire.put(JOB, "x").is(201);
        String tag = wire.get(JOB).is(200).header("ETag");
        String next = patch("{\"priority\":1}", "If-Match", tag).is(200).header("ETag");
        assertThat(next).isNotEqualTo(tag);
        for (String stale : List.of(tag, "\"none\"", "\"\"", "W/" + next)) {
            patch("{\"priority\":2}", "If-Match", stale)
                    .isProblem(409, "WRONG_STATE", "job a was changed since: read it again");
        }
        patch("{\"priority\":2}", "If-Match", "none").is(400);
        patch("{\"priority\":2}", "If-Match", "*").is(200);
        assertThat(wire.get(JOB).json().getInteger("priority")).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|delayMs, dueAt, labels, maxAttempts, payload, priority, ttrMs",
                "{\"key\":\"acme\"}|key",
                "{\"headers\":{}}|headers",
                "{\"delayMs\":1,\"dueAt\":\"2100-01-01T00:00:00Z\"}|delayMs, dueAt",
                "{\"delayMs\":-1}|delayMs",
                "{\"dueAt\":\"soon\"}|dueAt",
                "{\"priority\":4294967296}|priority",
                "{\"ttrMs\":999}|ttrMs",
                "{\"maxAttempts\":-1}|maxAttempts",
                "{\"labels\":[\"a\",\"a\"]}|labels",
                "{\"labels\":\"a\"}|labels",
                "{\"payload\":1,\"payloadBase64\":\"AA==\"}|payload",
                "{\"contentType\":\"text/plain\"}|payload",
                "[]|body",
                "{|body"
            })
    void whatIsWrongChangesNothing(String body, String field) {
        wire.put(JOB, "x").is(201);
        JsonObject before = wire.get(JOB).json();
        Wire.Answer answer = patch(body).is(400);
        assertThat(answer.json().getString("detail")).contains(field);
        assertThat(wire.get(JOB).json()).isEqualTo(before);
    }
}
