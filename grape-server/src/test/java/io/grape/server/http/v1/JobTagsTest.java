package io.grape.server.http.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.grape.server.http.Wire;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobTagsTest {
    private static final String SHOWN = ",\"key\":\"acme\",\"labels\":[\"eu\",\"plan/pro\"],\"contentType\":";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private Wire.Answer post(String fields) {
        return wire.post("/v1/tubes/t/jobs", "{\"id\":\"a\",\"payload\":1," + fields + "}");
    }

    private void everyLookShowsThem() {
        assertThat(wire.get("/v1/tubes/t/jobs/a").is(200).text()).contains(SHOWN);
        assertThat(wire.get("/v1/tubes/t/jobs?state=ready").is(200).text()).contains(SHOWN);
        assertThat(wire.post("/v1/tubes/t/consume").is(200).text()).contains(SHOWN);
    }

    @Test
    void tagsOfAPutComeBackWithEveryLookAtTheJob() {
        wire.put("/v1/tubes/t/jobs/a?key=acme&labels=eu,plan/pro", "x").is(201);
        everyLookShowsThem();
    }

    @Test
    void tagsInJsonComeBackWithEveryLookAtTheJob() {
        post("\"key\":\"acme\",\"labels\":[\"eu\",\"plan/pro\"]").is(201);
        everyLookShowsThem();
    }

    @Test
    void aJobWithoutTagsHasNoFieldsForThem() {
        post("\"labels\":[]").is(201);
        assertThat(wire.get("/v1/tubes/t/jobs/a").json().fieldNames()).doesNotContain("key", "labels");
        assertThat(wire.post("/v1/tubes/t/consume").first("jobs").fieldNames()).doesNotContain("key", "labels");
    }

    @Test
    void jobsAreListedByKeyAndLabel() {
        wire.put("/v1/tubes/t/jobs/a?key=acme&labels=eu,trial", "x").is(201);
        wire.put("/v1/tubes/t/jobs/b?key=acme", "x").is(201);
        wire.put("/v1/tubes/t/jobs/c", "x").is(201);
        assertThat(ids("key=acme")).containsExactly("a", "b");
        assertThat(ids("label=trial")).containsExactly("a");
        assertThat(ids("key=other&label=eu")).isEmpty();
        wire.get("/v1/tubes/t/jobs?state=ready&key=").isBadRequest("key: expected 1 to 128 of A-Z a-z 0-9");
        wire.get("/v1/tubes/t/jobs?state=ready&label=EU").isBadRequest("label: expected 1 to 64 of a-z 0-9");
    }

    private List<String> ids(String filter) {
        return wire.get("/v1/tubes/t/jobs?state=ready&" + filter).is(200).json().getJsonArray("jobs").stream()
                .map(job -> ((JsonObject) job).getString("id"))
                .toList();
    }

    @Test
    void theCallsOfGrape13NeitherTakeNorShowThem() {
        wire.put("/v1/tubes/t/jobs/a?key=acme&labels=eu", "x").is(201);
        assertThat(wire.get("/api/job/consume?tube=t&max=1").is(200).text()).doesNotContain("acme", "\"eu\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "key=           | key: expected 1 to 128 of A-Z a-z 0-9 . _ : ~ -, got ''",
                "key=a%20b      | key: expected 1 to 128 of A-Z a-z 0-9 . _ : ~ -, got 'a b'",
                "key=%C3%A9     | key: expected 1 to 128 of A-Z a-z 0-9 . _ : ~ -, got 'é'",
                "key=a&key=b    | key: expected one value, got 2 of them",
                "labels=        | labels: expected 1 to 64 of a-z 0-9 . _ : / - in each, got ''",
                "labels=a,,b    | labels: expected 1 to 64 of a-z 0-9 . _ : / - in each, got ''",
                "labels=EU      | labels: expected 1 to 64 of a-z 0-9 . _ : / - in each, got 'EU'",
                "labels=a,b,a   | labels: expected each once, got 'a' twice",
                "labels=1,2,3,4,5,6,7,8,9 | labels: expected at most 8, got 9"
            })
    void wrongTagsOfAPutAreRefused(String query, String detail) {
        wire.put("/v1/tubes/t/jobs/a?" + query, "x").isBadRequest(detail);
        wire.get("/v1/tubes/t/jobs/a").is(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"key\":7          | key: expected a string, got 7",
                "\"key\":null       | key: expected a string, got null",
                "\"key\":\"\"       | key: expected 1 to 128 of A-Z a-z 0-9 . _ : ~ -, got ''",
                "\"labels\":\"eu\"  | labels: expected an array of strings, got a string",
                "\"labels\":[7]     | labels: expected an array of strings, got a number",
                "\"labels\":[\"a\",\"a\"] | labels: expected each once, got 'a' twice"
            })
    void wrongTagsInJsonAreRefused(String fields, String detail) {
        post(fields).isBadRequest(detail);
        wire.get("/v1/tubes/t/jobs/a").is(404);
    }
}
