package io.grape.server.http.v1;

import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.redis.TestStore;
import io.grape.server.ServerExtension;
import io.grape.server.http.Wire;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations that select by key and label. */
class OperationTagsTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private void produce(String id, String tags) {
        wire.put("/v1/tubes/t/jobs/" + id + "?delayMs=3600000" + tags, "x").is(201);
    }

    private Wire.Answer post(String kind, String more) {
        return wire.post(
                "/v1/operations", "{\"kind\":\"" + kind + "\",\"tube\":\"t\",\"state\":\"delayed\"," + more + "}");
    }

    private void awaitDone(String operation) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> wire.get(operation).json().getString("state").equals("done"));
    }

    private List<String> delayed() {
        return wire.get("/v1/tubes/t/jobs?state=delayed").is(200).list("jobs").stream()
                .map(job -> ((JsonObject) job).getString("id"))
                .toList();
    }

    private void produceSome() {
        produce("both", "&key=acme&labels=eu,trial");
        produce("key", "&key=acme&labels=us");
        produce("label", "&key=hooli&labels=eu");
        produce("none", "");
    }

    /** What a dry run names is what is done. */
    private void assertSelects(String kind, String filter, String... ids) {
        JsonObject dry = post(kind, filter + ",\"dryRun\":true").is(200).json();
        assertThat(dry.getInteger("matching")).isEqualTo(ids.length);
        assertThat(dry.getBoolean("exact")).isTrue();
        assertThat(dry.getJsonArray("sample"))
                .extracting(job -> ((JsonObject) job).getString("id"))
                .containsExactlyInAnyOrder(ids);
        Wire.Answer begun = post(kind, filter).is(202);
        assertThat(begun.text()).contains("\"from\":\"delayed\"," + filter + ",\"state\":");
        String operation = "/v1/operations/" + begun.json().getString("id");
        awaitDone(operation);
        assertThat(wire.get(operation).text()).contains(filter);
        assertThat(wire.get("/v1/operations?limit=1").text()).contains(filter);
        assertThat(wire.get(operation).json().getInteger("done")).isEqualTo(ids.length);
        assertThat(delayed()).doesNotContain(ids);
    }

    @Test
    void onlyJobsOfTheKeyAndTheLabelAreChanged() {
        produceSome();
        assertSelects("kick", "\"key\":\"acme\",\"label\":\"eu\"", "both");
        assertThat(delayed()).containsExactlyInAnyOrder("key", "label", "none");
        assertSelects("delete", "\"label\":\"eu\"", "label");
        assertSelects("delete", "\"key\":\"acme\"", "key");
        assertThat(delayed()).containsExactly("none");
    }

    @Test
    void theSameHoldsInATubeWithKeys() {
        wire.put("/v1/tubes/t", "{\"keys\":{}}").is(201);
        produceSome();
        assertSelects("delete", "\"key\":\"acme\"", "key", "both");
        assertSelects("kick", "\"key\":\"hooli\",\"label\":\"eu\"", "label");
        assertThat(delayed()).containsExactly("none");
    }

    @Test
    void theAuditLogHasTheKeyAndTheLabel() {
        produce("a", "");
        post("kick", "\"key\":\"acme\",\"label\":\"eu\"").is(202);
        JsonObject entry = wire.get("/v1/audit?action=operation.start").is(200).first("entries");
        assertThat(entry.getString("detail")).contains("\"key\":\"acme\",\"label\":\"eu\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "key":""            | key: expected 1 to 128 of A-Z a-z 0-9 . _ : ~ -, got ''
            "key":"a b"         | key: expected 1 to 128 of A-Z a-z 0-9 . _ : ~ -, got 'a b'
            "key":7             | key: expected a string, got 7
            "key":null          | key: expected a string
            "key":"a","key":"b" | key: expected it once, got it twice
            "label":""          | label: expected 1 to 64 of a-z 0-9 . _ : / -, got ''
            "label":"EU"        | label: expected 1 to 64 of a-z 0-9 . _ : / -, got 'EU'
            "label":"eu,us"     | label: expected 1 to 64 of a-z 0-9 . _ : / -, got 'eu,us'
            "label":["eu"]      | label: expected a string
            "labels":["eu"]     | field: expected one of
            """)
    void aWrongOneIsRefusedByItsName(String field, String detail) {
        produce("a", "");
        post("kick", field).isBadRequest(detail);
        post("kick", field + ",\"dryRun\":true").isBadRequest(detail);
        assertThat(wire.get("/v1/operations").json().getJsonArray("operations")).isEmpty();
    }

    @Test
    void aBrokerThatDoesNotKnowThemIsNamed() {
        produce("a", "&key=acme");
        try (TestStore old = TestStore.open(TestRedis.uri(), server.namespace())) {
            get(old.store().brokers().heartbeat());
            get(old.store().brokers().publish("{\"version\":\"2.1.0\",\"reads\":\"any-id layout-2 layout-3\"}"));
            JsonObject problem = post("delete", "\"key\":\"acme\"").is(409).json();
            assertThat(problem.getString("code")).isEqualTo("WRONG_STATE");
            assertThat(problem.getString("detail")).contains("(release 2.1.0) is alive, which does not know them");
            assertThat(post("delete", "\"key\":\"acme\",\"dryRun\":true")
                            .is(200)
                            .json()
                            .getInteger("matching"))
                    .isEqualTo(1);
            get(old.store().brokers().leave());
        }
        assertThat(delayed()).containsExactly("a");
    }
}
