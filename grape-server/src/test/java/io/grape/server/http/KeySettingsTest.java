package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeySettingsTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private Wire.Answer keys(String keys) {
        return wire.put("/v1/tubes/t", "{\"keys\":" + keys + "}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                      | {\"fair\":true,\"fairBy\":\"jobs\",\"ordered\":false}",
                "{\"fairBy\":\"time\"}   | {\"fair\":true,\"fairBy\":\"time\",\"ordered\":false}",
                "{\"fair\":true,\"concurrency\":null} | {\"fair\":true,\"fairBy\":\"jobs\",\"ordered\":false}",
                "{\"fair\":false,\"concurrency\":5,\"maxJobs\":9} | {\"fair\":false,\"concurrency\":5,\"maxJobs\":9,\"ordered\":false}",
                "{\"perSecond\":2.5}     | {\"fair\":true,\"fairBy\":\"jobs\",\"perSecond\":2.5,\"burst\":1,\"ordered\":false}",
                "{\"perSecond\":2,\"burst\":10} | {\"fair\":true,\"fairBy\":\"jobs\",\"perSecond\":2,\"burst\":10,\"ordered\":false}",
                "{\"ordered\":true}      | {\"fair\":true,\"fairBy\":\"jobs\",\"concurrency\":1,\"ordered\":true,\"onFailure\":\"skip\"}",
                "{\"fair\":false,\"ordered\":true,\"concurrency\":1,\"onFailure\":\"block\"} | {\"fair\":false,\"concurrency\":1,\"ordered\":true,\"onFailure\":\"block\"}",
                "{\"onFailure\":\"skip\"} | {\"fair\":true,\"fairBy\":\"jobs\",\"ordered\":false}"
            })
    void keysAreShownAsTheyAreInEffect(String given, String shown) {
        keys(given).is(201);
        assertThat(wire.get("/v1/tubes/t")
                        .json()
                        .getJsonObject("settings")
                        .getJsonObject("keys")
                        .encode())
                .isEqualTo(shown);
    }

    @Test
    void keysAreReplacedAsAWholeAndSwitchedOff() {
        String without = "{\"ttrMs\":5000,\"maxAttempts\":20}";
        keys("{\"concurrency\":5,\"perSecond\":2}").is(201);
        wire.put("/v1/tubes/t", "{\"ttrMs\":5000}").is(200);
        keys("{\"maxJobs\":9}").is(200);
        assertThat(settings())
                .isEqualTo("{\"ttrMs\":5000,\"maxAttempts\":20,\"keys\":{\"fair\":true,\"fairBy\":\"jobs\","
                        + "\"maxJobs\":9,\"ordered\":false}}");
        keys("null").is(200);
        assertThat(settings()).isEqualTo(without);
        wire.put("/v1/tubes/t", "{\"keys\":{},\"limits\":{\"maxJobs\":5}}").is(200);
        wire.put("/v1/tubes/t", "{\"keys\":null,\"limits\":null}").is(200);
        assertThat(settings()).isEqualTo(without);
    }

    private String settings() {
        return wire.get("/v1/tubes/t").json().getJsonObject("settings").encode();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "true                    | keys: expected an object or null, got true",
                "[]                      | keys: expected an object or null, got an array",
                "{\"weight\":5}          | field: expected one of burst, concurrency, fair, fairBy, maxJobs, onFailure, ordered, perSecond, got 'keys.weight'",
                "{\"fair\":true,\"fair\":true} | keys.fair: expected it once, got it twice",
                "{\"fair\":1}            | keys.fair: expected true or false, got 1",
                "{\"fair\":null}         | keys.fair: expected true or false, got null",
                "{\"fairBy\":\"bytes\"}  | keys.fairBy: expected jobs or time, got 'bytes'",
                "{\"fairBy\":5}          | keys.fairBy: expected a string, got 5",
                "{\"fair\":false,\"fairBy\":\"jobs\"} | keys.fairBy: expected none, as fair is false, got 'jobs'",
                "{\"concurrency\":0}     | keys.concurrency: expected a whole number from 1 to 1000000, got 0",
                "{\"concurrency\":1000001} | keys.concurrency: expected a whole number from 1 to 1000000, got 1000001",
                "{\"concurrency\":1.5}   | keys.concurrency: expected a whole number, got 1.5",
                "{\"perSecond\":0}       | keys.perSecond: expected a number from 0.00001 to 1000000, got 0.0",
                "{\"perSecond\":\"1\"}   | keys.perSecond: expected a number, got '1'",
                "{\"perSecond\":1,\"burst\":0} | keys.burst: expected a whole number from 1 to 1000000, got 0",
                "{\"burst\":2}           | keys.burst: expected it with perSecond, got it alone",
                "{\"maxJobs\":0}         | keys.maxJobs: expected a whole number from 1 to 1000000000000000, got 0",
                "{\"ordered\":\"yes\"}   | keys.ordered: expected true or false, got 'yes'",
                "{\"ordered\":true,\"concurrency\":2} | keys.concurrency: expected 1, as the tube is ordered, got 2",
                "{\"ordered\":true,\"onFailure\":\"stop\"} | keys.onFailure: expected skip or block, got 'stop'",
                "{\"onFailure\":\"block\"} | keys.onFailure: expected skip, as the tube is not ordered, got block"
            })
    void wrongKeysAreRefused(String keys, String detail) {
        keys(keys).isBadRequest(detail);
        wire.get("/v1/tubes/t").is(404);
    }
}
