package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TubeLimitsTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private Wire.Answer limit(String limits) {
        return wire.put("/v1/tubes/t", "{\"limits\":" + limits + "}");
    }

    private String shown() {
        return wire.get("/v1/tubes/t").json().getJsonObject("settings").encode();
    }

    @Test
    void limitsAreShownReplacedAsAWholeAndTakenAway() {
        limit("{\"concurrency\":5,\"perSecond\":2.5,\"burst\":10,\"maxJobs\":1000,\"maxBytes\":1000000}")
                .is(201);
        assertThat(shown())
                .isEqualTo("{\"ttrMs\":60000,\"maxAttempts\":20,\"limits\":{\"concurrency\":5,\"perSecond\":2.5,"
                        + "\"burst\":10,\"maxJobs\":1000,\"maxBytes\":1000000}}");
        wire.put("/v1/tubes/t", "{\"ttrMs\":5000}").is(200);
        limit("{\"perSecond\":2,\"maxJobs\":null}").is(200);
        assertThat(shown()).isEqualTo("{\"ttrMs\":5000,\"maxAttempts\":20,\"limits\":{\"perSecond\":2,\"burst\":1}}");
        limit("null").is(200);
        assertThat(shown()).isEqualTo("{\"ttrMs\":5000,\"maxAttempts\":20}");
        limit("{\"concurrency\":1}").is(200);
        limit("{}").is(200);
        assertThat(shown()).isEqualTo("{\"ttrMs\":5000,\"maxAttempts\":20}");
    }

    @Test
    void aProduceIntoAFullTubeDidNotHappen() {
        limit("{\"maxJobs\":1}").is(201);
        wire.put("/v1/tubes/t/jobs/a", "x").is(201);
        Wire.Answer full = wire.put("/v1/tubes/t/jobs/b", "x");
        full.isProblem(429, "TUBE_FULL", "tube t has no room for job b: its maxJobs is reached");
        assertThat(full.header("Retry-After")).isEqualTo("1");
        wire.get("/v1/tubes/t/jobs/b").is(404);
        wire.put("/v1/tubes/t/jobs/a", "x").is(200);
        JsonObject second = wire.post("/v1/tubes/t/jobs", "[{\"id\":\"a\",\"payload\":1},{\"id\":\"c\",\"payload\":1}]")
                .is(200)
                .json()
                .getJsonArray("results")
                .getJsonObject(1);
        assertThat(second.getJsonObject("error").getString("code")).isEqualTo("TUBE_FULL");
        assertThat(wire.post("/api/job/produce?tube=t&jid=d&dtr=0&ttr=60000", "x")
                        .status())
                .isEqualTo(429);
    }

    @Test
    void explainSaysWhichLimitHoldsAJob() {
        limit("{\"concurrency\":1}").is(201);
        wire.put("/v1/tubes/t/jobs/a?ttrMs=60000", "x").is(201);
        wire.put("/v1/tubes/t/jobs/b", "x").is(201);
        wire.post("/v1/tubes/t/consume?max=2").is(200);
        JsonObject why = wire.get("/v1/tubes/t/jobs/b/explain").is(200).json();
        assertThat(why.getString("reason")).isEqualTo("TUBE_BUSY");
        assertThat(why.getInteger("held")).isEqualTo(1);
        assertThat(why.getInteger("limit")).isEqualTo(1);
        assertThat(why.getString("until")).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "5                        | limits: expected an object or null, got 5",
                "[]                       | limits: expected an object or null, got an array",
                "{\"rate\":5}             | field: expected one of burst, concurrency, maxBytes, maxJobs, perSecond, got 'limits.rate'",
                "{\"concurrency\":0}      | limits.concurrency: expected a whole number from 1 to 1000000, got 0",
                "{\"concurrency\":1000001} | limits.concurrency: expected a whole number from 1 to 1000000, got 1000001",
                "{\"concurrency\":1.5}    | limits.concurrency: expected a whole number, got 1.5",
                "{\"concurrency\":\"5\"} | limits.concurrency: expected a whole number, got '5'",
                "{\"perSecond\":0}        | limits.perSecond: expected a number from 0.00001 to 1000000, got 0.0",
                "{\"perSecond\":-1}       | limits.perSecond: expected a number from 0.00001 to 1000000, got -1.0",
                "{\"perSecond\":1e400}    | limits.perSecond: expected a number from 0.00001 to 1000000, got Infinity",
                "{\"perSecond\":1,\"burst\":0} | limits.burst: expected a whole number from 1 to 1000000, got 0",
                "{\"burst\":2}            | limits.burst: expected it with perSecond, got it alone",
                "{\"maxJobs\":0}          | limits.maxJobs: expected a whole number from 1 to 1000000000000000, got 0",
                "{\"maxBytes\":-1}        | limits.maxBytes: expected a whole number from 1 to 1000000000000000, got -1"
            })
    void wrongLimitsAreRefused(String limits, String detail) {
        limit(limits).isBadRequest(detail);
        wire.get("/v1/tubes/t").is(404);
    }
}
