package io.grape.server.http.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.grape.server.http.Wire;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobHeadersTest {
    private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private Wire.Answer put(String... headers) {
        return wire.put("/v1/tubes/t/jobs/a?onDuplicate=replace", "x", headers);
    }

    private Wire.Answer post(String headers) {
        return wire.post("/v1/tubes/t/jobs", "{\"id\":\"a\",\"payload\":1,\"headers\":" + headers + "}");
    }

    private void isRefused(Wire.Answer answer, String detail) {
        answer.isBadRequest(detail);
        wire.get("/v1/tubes/t/jobs/a").is(404);
    }

    @Test
    void headersOfAPutComeBackWithEveryLookAtTheJob() {
        put("Grape-Header-Traceparent", TRACE, "grape-header-TRACESTATE", "a=1, b=2", "X-Other", "no")
                .is(201);
        String shown = ",\"headers\":{\"traceparent\":\"" + TRACE
                + "\",\"tracestate\":\"a=1, b=2\"},\"payloadBase64\":\"eA==\"}";
        assertThat(wire.get("/v1/tubes/t/jobs/a").is(200).text()).endsWith(shown);
        assertThat(wire.get("/v1/tubes/t/jobs?state=ready").is(200).text()).contains(shown);
        assertThat(wire.post("/v1/tubes/t/consume").is(200).text()).contains(shown);
    }

    @Test
    void headersInJsonComeBackWithThePayload() {
        post("{\"traceparent\":\"" + TRACE + "\",\"empty\":\"\"}").is(201);
        Wire.Answer payload = wire.get("/v1/tubes/t/jobs/a/payload").is(200);
        assertThat(payload.text()).isEqualTo("1");
        assertThat(payload.header("Grape-Header-Traceparent")).isEqualTo(TRACE);
        assertThat(payload.headers().map()).containsKey("grape-header-empty");
    }

    @Test
    void aJobWithoutHeadersHasNoFieldForThem() {
        put().is(201);
        assertThat(wire.get("/v1/tubes/t/jobs/a").json().fieldNames()).doesNotContain("headers");
        assertThat(wire.post("/v1/tubes/t/consume").first("jobs").fieldNames()).doesNotContain("headers");
        wire.post("/v1/tubes/t/jobs", "{\"id\":\"b\",\"payload\":1,\"headers\":{}}")
                .is(201);
        assertThat(wire.get("/v1/tubes/t/jobs/b").json().fieldNames()).doesNotContain("headers");
    }

    @Test
    void aReplacedJobHasTheNewHeaders() {
        put("Grape-Header-A", "1").is(201);
        put("Grape-Header-B", "2").is(200);
        assertThat(wire.get("/v1/tubes/t/jobs/a").json().getJsonObject("headers"))
                .isEqualTo(new JsonObject().put("b", "2"));
        put().is(200);
        assertThat(wire.get("/v1/tubes/t/jobs/a").json().fieldNames()).doesNotContain("headers");
    }

    @Test
    void aThousandJobsOfOneCallHaveHeadersOfTheirOwn() {
        String all = IntStream.range(0, 1000)
                .mapToObj(i -> "{\"id\":\"j" + i + "\",\"payload\":" + i + ",\"headers\":{\"n\":\"" + i + "\"}}")
                .collect(Collectors.joining(",", "[", "]"));
        wire.post("/v1/tubes/t/jobs", all).is(200);
        JsonArray jobs = wire.post("/v1/tubes/t/consume?max=1000").is(200).list("jobs");
        assertThat(jobs).hasSize(1000);
        for (int i = 0; i < jobs.size(); i++) {
            JsonObject job = jobs.getJsonObject(i);
            assertThat(job.getJsonObject("headers").getString("n")).isEqualTo(job.getInteger("payload") + "");
        }
    }

    @Test
    void aBadHeaderSpoilsItsItemAlone() {
        JsonArray results = wire.post(
                        "/v1/tubes/t/jobs",
                        "[{\"payload\":1,\"headers\":{\"a\":\"1\"}},{\"payload\":1,\"headers\":{\"A\":\"1\"}}]")
                .is(200)
                .list("results");
        assertThat(results.getJsonObject(0).getBoolean("created")).isTrue();
        assertThat(results.getJsonObject(1).getJsonObject("error").getString("detail"))
                .startsWith("item 1: job headers: expected names of 1 to 64 of a-z 0-9 -");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "[] | headers: expected an object, got an array",
                "null | headers: expected an object, got null",
                "{\"A\":\"\"} | job headers: expected names of 1 to 64 of a-z 0-9 -, lower-case, got 'A'",
                "{\"\":\"\"} | lower-case, got ''",
                "{\"a_b\":\"\"} | lower-case, got 'a_b'",
                "{\"\\u00e9\":\"\"} | lower-case, got U+00E9 in one",
                "{\"a\":1} | headers.a: expected a string, got a number",
                "{\"a\":{}} | headers.a: expected a string, got an object",
                "{\"a\":null} | headers.a: expected a string, got null",
                "{\"a\":\"1\",\"a\":\"2\"} | headers.a: expected it once, got it twice",
                "{\"a\":\" x\"} | headers.a: expected up to 1024 printable ASCII characters without a space at either end, got a space",
                "{\"a\":\"x \"} | got a space at an end",
                "{\"a\":\"x\\ny\"} | got U+000A",
                "{\"a\":\"\\u007f\"} | got U+007F",
                "{\"a\":\"\\ud800\"} | got U+D800",
            })
    void badHeadersInJsonAreNamed(String headers, String detail) {
        isRefused(post(headers), detail);
    }

    @Test
    void badHeadersOfAPutAreNamed() {
        isRefused(put("Grape-Header-A", "1", "grape-header-a", "1"), "Grape-Header-a: expected it once, got it twice");
        isRefused(put("Grape-Header-a_b", "1"), "job headers: expected names of 1 to 64 of a-z 0-9 -");
        isRefused(put("Grape-Header-", "1"), "lower-case, got ''");
        isRefused(put("Grape-Header-" + "x".repeat(65), "1"), "job headers: expected names of 1 to 64");
        isRefused(put("Grape-Header-A", "x".repeat(1025)), "headers.a: expected up to 1024 printable ASCII");
        isRefused(put("Grape-Header-A", "x".repeat(1025)), "got 1025 characters");
    }

    @Test
    void asManyHeadersAsMayBeAreTakenAndOneMoreIsRefused() {
        isRefused(put(headers(17, 1)), "job headers: expected at most 16, got 17");
        isRefused(
                put(headers(16, 256)),
                "job headers: expected names and values of at most 4096 bytes in all, got 4144 bytes");
        put(headers(16, 253)).is(201);
        assertThat(wire.get("/v1/tubes/t/jobs/a").json().getJsonObject("headers"))
                .hasSize(16);
        assertThat(wire.get("/v1/tubes/t/jobs/a/payload").is(200).headers().map())
                .containsKey("grape-header-h-p");
    }

    /** Names of three letters, and values of so many. */
    private static String[] headers(int count, int valueChars) {
        return IntStream.range(0, count)
                .boxed()
                .flatMap(i -> Stream.of("Grape-Header-h-" + (char) ('a' + i), "v".repeat(valueChars)))
                .toArray(String[]::new);
    }
}
