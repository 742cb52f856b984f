package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs of another broker. */
class ImportTest {
    private static final String IMPORT = "/v1/tubes/t/import";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    private Wire wire;

    @BeforeEach
    void create() {
        wire = Wire.to(server);
        wire.put("/v1/tubes/t", "").is(201);
    }

    private JsonObject imported(String job) {
        return wire.post(IMPORT, "[" + job + "]").is(200).first("results");
    }

    @Test
    void importKeepsAllFieldsThatAListShows() {
        String job =
                "{\"id\":\"a\",\"payload\":{\"n\":1},\"contentType\":\"application/json\",\"key\":\"ann\",\"labels\":[\"eu\"],"
                        + "\"headers\":{\"trace\":\"7\"},\"priority\":5,\"ttrMs\":9000,\"maxAttempts\":3,\"attempt\":2,"
                        + "\"createdAt\":\"2026-01-31T09:30:00.000Z\",\"dueAt\":\"2099-01-31T09:30:00.000Z\","
                        + "\"expiresAt\":\"2099-02-01T00:00:00.000Z\",\"checkpoint\":{\"page\":4},\"checkpointType\":\"application/json\","
                        + "\"dedupWindowMs\":3600000,\"debounceUntil\":\"2099-01-31T10:30:00.000Z\"}";
        assertThat(imported(job))
                .isEqualTo(new JsonObject()
                        .put("id", "a")
                        .put("created", true)
                        .put("state", "delayed")
                        .put("dueAt", "2099-01-31T09:30:00.000Z"));
        JsonObject sent = new JsonObject(job);
        JsonObject seen = wire.get("/v1/tubes/t/jobs/a").is(200).json();
        sent.forEach(field ->
                assertThat(seen.getValue(field.getKey())).as(field.getKey()).isEqualTo(field.getValue()));
        JsonObject listed = wire.get("/v1/tubes/t/jobs?state=delayed").is(200).first("jobs");
        assertThat(listed.getString("debounceUntil")).isEqualTo(sent.getString("debounceUntil"));
        assertThat(listed.getInteger("dedupWindowMs")).isEqualTo(sent.getInteger("dedupWindowMs"));
        assertThat(imported(job).getBoolean("created")).isFalse();
    }

    @Test
    void importKeepsFailureAndAttempts() {
        imported(
                "{\"id\":\"dead\",\"payload\":1,\"attempt\":20,\"failedAt\":\"2026-01-31T09:30:00Z\",\"reason\":\"no\"}");
        imported("{\"id\":\"last\",\"payload\":1,\"maxAttempts\":3,\"attempt\":2}");
        assertThat(wire.get("/v1/tubes/t/jobs/dead").json().getString("reason")).isEqualTo("no");
        JsonObject held = wire.post("/v1/tubes/t/consume").first("jobs");
        assertThat(held.getInteger("attempt")).isEqualTo(3);
        JsonObject counts = wire.get("/v1/tubes/t").json().getJsonObject("counts");
        assertThat(counts.getInteger("failed")).isEqualTo(1);
        assertThat(counts.getInteger("retained")).isEqualTo(1);
    }

    @Test
    void oneBadJobLeavesItsNeighboursAlone() {
        JsonArray results = wire.post(
                        IMPORT, "[{\"id\":\"a\",\"payload\":1},{\"payload\":1},{\"id\":\"c\",\"payload\":1}]")
                .is(200)
                .json()
                .getJsonArray("results");
        assertThat(results.getJsonObject(0).getBoolean("created")).isTrue();
        assertThat(results.getJsonObject(1).getJsonObject("error").getString("code"))
                .isEqualTo("BAD_REQUEST");
        assertThat(results.getJsonObject(2).getBoolean("created")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'\"attempt\":-1'|attempt: expected a whole number from 0 to 1000000000, got -1",
                "'\"reason\":\"x\"'|reason: expected it with failedAt, got it alone",
                "'\"createdAt\":\"1969-01-01T00:00:00Z\"'|createdAt: expected 1970",
                "'\"failedAt\":\"soon\"'|failedAt: expected",
                "'\"checkpoint\":1,\"checkpointType\":\"text/plain\"'|checkpointType: expected a JSON type",
                "'\"state\":\"failed\"'|state",
                "'\"onDuplicate\":\"replace\"'|onDuplicate",
            })
    void aBadFieldIsNamed(String field, String detail) {
        JsonObject error =
                imported("{\"id\":\"a\",\"payload\":1," + field + "}").getJsonObject("error");
        assertThat(error.getString("code")).isEqualTo("BAD_REQUEST");
        assertThat(error.getString("detail")).contains(detail);
    }

    @Test
    void anUnknownTubeIsNotMade() {
        wire.post("/v1/tubes/none/import", "[{\"id\":\"a\",\"payload\":1}]").isProblem(404, "TUBE_NOT_FOUND", "none");
    }

    @Test
    void itIsWrittenDown() {
        imported("{\"id\":\"a\",\"payload\":1}");
        assertThat(wire.get("/v1/audit?action=jobs.import")
                        .is(200)
                        .first("entries")
                        .getString("tube"))
                .isEqualTo("t");
    }
}
