package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The broker delays retries. */
class RetryTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private Wire.Answer retry(String retry) {
        return wire.put("/v1/tubes/t", "{\"retry\":" + retry + "}");
    }

    private String shown() {
        return wire.get("/v1/tubes/t").json().getJsonObject("settings").encode();
    }

    private String lease() {
        return wire.post("/v1/tubes/t/consume?max=1")
                .is(200)
                .json()
                .getJsonArray("jobs")
                .getJsonObject(0)
                .getString("lease");
    }

    @Test
    void aRetryIsShownReplacedAsAWholeAndTakenAway() {
        String all = "{\"initialDelayMs\":5000,\"maxDelayMs\":60000,\"factor\":1.5,\"jitter\":0.25}";
        retry(all).is(201);
        assertThat(shown()).isEqualTo("{\"ttrMs\":60000,\"maxAttempts\":20,\"retry\":" + all + "}");
        wire.put("/v1/tubes/t", "{\"ttrMs\":5000}").is(200);
        retry("{\"initialDelayMs\":1}").is(200);
        assertThat(shown())
                .isEqualTo("{\"ttrMs\":5000,\"maxAttempts\":20,\"retry\":"
                        + "{\"initialDelayMs\":1,\"maxDelayMs\":43200000,\"factor\":2,\"jitter\":0.5}}");
        retry("{\"initialDelayMs\":50000000}").is(200);
        assertThat(shown()).contains("\"maxDelayMs\":50000000");
        retry("null").is(200);
        assertThat(shown()).isEqualTo("{\"ttrMs\":5000,\"maxAttempts\":20}");
    }

    @Test
    void aReleaseWithoutADelayIsDelayedAndOneWithZeroIsNot() {
        retry("{\"initialDelayMs\":3600000,\"jitter\":0}").is(201);
        wire.put("/v1/tubes/t/jobs/a", "x").is(201);
        String acks = "[{\"id\":\"a\",\"op\":\"release\",\"delayMs\":0,\"lease\":\"" + lease() + "\"}]";
        assertThat(wire.post("/v1/tubes/t/acks", acks).is(200).text()).contains("\"state\":\"ready\"");
        JsonObject released =
                wire.post("/v1/tubes/t/jobs/a/release?lease=" + lease()).is(200).json();
        assertThat(released.getString("state")).isEqualTo("delayed");
        assertThat(wire.get("/v1/tubes/t/jobs/a").json().getLong("delayMs")).isEqualTo(7_200_000);
    }

    @Test
    void historyShowsTheDelayAfterAnExpiredLease() {
        retry("{\"initialDelayMs\":3600000,\"jitter\":0}").is(201);
        wire.put("/v1/tubes/t/jobs/a?ttrMs=1000", "x").is(201);
        lease();
        await().until(() ->
                "delayed".equals(wire.get("/v1/tubes/t/jobs/a").json().getString("state")));
        assertThat(wire.get("/v1/tubes/t/jobs/a/history").is(200).text())
                .contains("\"what\":\"expired\"", "\"delayMs\":3600000");
        assertThat(wire.get("/v1/tubes/t/jobs/a/explain").is(200).json().getString("reason"))
                .isEqualTo("DELAYED");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "5                        | retry: expected an object or null, got 5",
                "{}                       | retry.initialDelayMs: expected a whole number from 1 to 4294967295000, got none",
                "{\"initialDelayMs\":0}          | retry.initialDelayMs: expected a whole number from 1 to 4294967295000, got 0",
                "{\"initialDelayMs\":4294967295001} | retry.initialDelayMs: expected a whole number from 1 to 4294967295000, got 4294967295001",
                "{\"initialDelayMs\":1.5}        | retry.initialDelayMs: expected a whole number, got 1.5",
                "{\"initialDelayMs\":5,\"maxDelayMs\":4} | retry.maxDelayMs: expected a whole number from 5 to 4294967295000, got 4",
                "{\"initialDelayMs\":5,\"factor\":0.5} | retry.factor: expected a number from 1 to 100, got 0.5",
                "{\"initialDelayMs\":5,\"factor\":101} | retry.factor: expected a number from 1 to 100, got 101.0",
                "{\"initialDelayMs\":5,\"jitter\":-0.1} | retry.jitter: expected a number from 0 to 1, got -0.1",
                "{\"initialDelayMs\":5,\"jitter\":1.1} | retry.jitter: expected a number from 0 to 1, got 1.1",
                "{\"first\":5} | field: expected one of factor, initialDelayMs, jitter, maxDelayMs, got 'retry.first'"
            })
    void aWrongRetryIsRefused(String retry, String detail) {
        retry(retry).isBadRequest(detail);
        wire.get("/v1/tubes/t").is(404);
    }
}
