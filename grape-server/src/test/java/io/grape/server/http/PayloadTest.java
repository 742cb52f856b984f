package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Limits;
import io.grape.core.Seed;
import io.grape.server.ServerExtension;
import io.grape.server.http.Wire.Answer;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadTest {
    private static final String JSON = "application/json";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    private final Wire wire = Wire.to(server);

    private Answer put(byte[] payload, String contentType) {
        return wire.send("PUT", "/v1/tubes/t/jobs/a?onDuplicate=replace", payload, "Content-Type", contentType);
    }

    private void isKept(String json) {
        assertThat(put(json.getBytes(UTF_8), JSON).status()).as(json).isLessThan(300);
        assertThat(wire.get("/v1/tubes/t/jobs/a").is(200).text()).endsWith(",\"payload\":" + json + "}");
        wire.post("/v1/tubes/t/jobs", "[{\"id\":\"p\",\"onDuplicate\":\"replace\",\"payload\": " + json + " }]")
                .is(200);
        assertThat(wire.get("/v1/tubes/t/jobs/p").is(200).text()).endsWith(",\"payload\":" + json.strip() + "}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"b\":1.00,\"a\":1e2,\"b2\":-0.0}",
                " {\"a\" :\t[ 1 ,2 ]\r\n} ",
                "{\"a\":1,\"a\":2}",
                "\"\\u00e9\\/\\ud83d\\ude00 é 😀\"",
                "\"\\ud800\"",
                "123456789012345678901234567890.123456789012345678901234567890E-7",
                "null",
                "true",
                "false",
                "0",
                "-1",
                "1.5",
                "\"\"",
                "[]",
                "{}",
                "[[],{},[null]]"
            })
    void jsonGoesBackByteForByte(String json) {
        isKept(json);
    }

    @Test
    void jsonWithThousandsOfNamesGoesBackByteForByte() {
        isKept(IntStream.range(0, 40_000)
                .mapToObj(i -> "\"n" + i + "\":" + i)
                .collect(Collectors.joining(",", "{", "}")));
    }

    @Test
    void jsonWithOneNumberOrOneNameOfManyDigitsGoesBackByteForByte() {
        isKept("7".repeat(200_000));
        isKept("-0." + "7".repeat(200_000) + "e-7");
        isKept("{\"" + "n".repeat(200_000) + "\":1}");
    }

    @Test
    void jsonOfThousandLevelsIsTakenAndOneMoreIsRefused() {
        isKept("[".repeat(1000) + "]".repeat(1000));
        String deeper = "{\"a\":".repeat(1001) + "1" + "}".repeat(1001);
        put(deeper.getBytes(UTF_8), JSON).isBadRequest("payload: expected JSON at most 1000 levels deep");
        wire.post("/v1/tubes/t/jobs", "{\"payload\":" + deeper + "}")
                .isBadRequest("payload: expected JSON at most 1000 levels deep");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "[1,]",
                "{\"a\":1,}",
                "{'a':1}",
                "{a:1}",
                "1 2",
                "01",
                "+1",
                ".5",
                "1.",
                "1e",
                "NaN",
                "Infinity",
                "-",
                "tru",
                "truefalse",
                "nul",
                "\"",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\t\"",
                "\"\n\"",
                "[1 2]",
                "{\"a\" 1}",
                "{\"a\":}",
                "[1]]",
                "/* c */ 1",
                "1 // c",
                "# c",
                "\u00a01",
                "{\"a\":1}x",
                "\u0000"
            })
    void whatIsNoJsonIsRefused(String text) {
        put(text.getBytes(UTF_8), JSON).isBadRequest("payload: expected");
        wire.get("/v1/tubes/t").isProblem(404, "TUBE_NOT_FOUND", "tube t");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "22ff22", // a byte that UTF-8 does not have
                "22c0af22", // a long form of a slash
                "22eda08022", // a surrogate
                "22f490808022", // behind the last character
                "22c322", // cut short
                "22e282", // cut short at the end
                "efbbbf3122", // a byte order mark
                "efbbbf31"
            })
    void whatIsNoUtf8IsRefused(String hex) {
        put(HexFormat.of().parseHex(hex), JSON).isBadRequest("payload: expected");
    }

    @Test
    void otherEncodingsOfJsonAreRefused() {
        put("[1]".getBytes(UTF_16), JSON).isBadRequest("payload: expected");
        put(new byte[] {0, '1'}, JSON).isBadRequest("payload: expected");
        put(new byte[] {'1', 0}, JSON).isBadRequest("payload: expected");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "application/json; charset=utf-8",
                "Application/JSON;charset=\"UTF-8\"",
                "application/problem+json"
            })
    void everyJsonTypeIsCheckedAndGoesBackAsJson(String contentType) {
        put("{".getBytes(UTF_8), contentType).isBadRequest("payload: expected JSON");
        put("{\"a\":1}".getBytes(UTF_8), contentType).is(201);
        JsonObject job = wire.get("/v1/tubes/t/jobs/a").is(200).json();
        assertThat(job.getString("contentType")).isEqualTo(contentType);
        assertThat(job.getJsonObject("payload").getInteger("a")).isEqualTo(1);
        assertThat(job.containsKey("payloadBase64")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/json; charset=utf-16",
                "application/jsonx",
                "x",
                "application/x-ndjson"
            })
    void anyOtherTypeIsNotLookedInto(String contentType) {
        put("{".getBytes(UTF_8), contentType).is(201);
        JsonObject job = wire.get("/v1/tubes/t/jobs/a").is(200).json();
        assertThat(job.getString("contentType")).isEqualTo(contentType);
        assertThat(job.getString("payloadBase64")).isEqualTo("ew==");
        assertThat(job.containsKey("payload")).isFalse();
    }

    @Test
    void aBodyWithoutATypeIsBinary() {
        wire.put("/v1/tubes/t/jobs/a", "x").is(201);
        assertThat(wire.get("/v1/tubes/t/jobs/a").json().getString("contentType"))
                .isEqualTo("application/octet-stream");
        assertThat(wire.get("/v1/tubes/t/jobs/a/payload").header("Content-Type"))
                .isEqualTo("application/octet-stream");
    }

    @Test
    void anEmptyBinaryPayloadIsOne() {
        wire.put("/v1/tubes/t/jobs/a", "").is(201);
        assertThat(wire.get("/v1/tubes/t/jobs/a").json().getString("payloadBase64"))
                .isEmpty();
        assertThat(wire.get("/v1/tubes/t/jobs/a/payload").is(200).bytes()).isEmpty();
    }

    @Test
    void everyByteSurvives() {
        byte[] all = new byte[256];
        IntStream.range(0, 256).forEach(i -> all[i] = (byte) i);
        put(all, "application/octet-stream").is(201);
        assertThat(wire.get("/v1/tubes/t/jobs/a/payload").bytes()).isEqualTo(all);
        String base64 = Base64.getEncoder().encodeToString(all);
        assertThat(wire.get("/v1/tubes/t/jobs/a").json().getString("payloadBase64"))
                .isEqualTo(base64);
        wire.post("/v1/tubes/t/jobs", "{\"id\":\"b\",\"payloadBase64\":\"" + base64 + "\"}")
                .is(201);
        assertThat(wire.get("/v1/tubes/t/jobs/b/payload").bytes()).isEqualTo(all);
    }

    @Test
    void payloadOfAJobIsItsBytesUnderItsType() {
        put("<b>x</b>".getBytes(UTF_8), "text/html; charset=utf-8").is(201);
        Answer payload = wire.get("/v1/tubes/t/jobs/a/payload").is(200);
        assertThat(payload.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(payload.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(payload.header("Cache-Control")).isEqualTo("no-store");
        assertThat(payload.text()).isEqualTo("<b>x</b>");
    }

    @Test
    void aMebibyteIsTakenAndOneByteMoreIsTooBig() {
        byte[] most = new byte[Limits.USUAL_PAYLOAD_BYTES];
        Random random = Seed.random();
        random.nextBytes(most);
        put(most, "application/octet-stream").is(201);
        assertThat(wire.get("/v1/tubes/t/jobs/a/payload").bytes()).isEqualTo(most);
        byte[] more = Arrays.copyOf(most, most.length + 1);
        put(more, "application/octet-stream").isProblem(413, "TOO_LARGE", "body: expected at most 1048576 bytes");
        assertThat(wire.get("/v1/tubes/t/jobs/a/payload").bytes()).isEqualTo(most);
    }

    @Test
    void aMebibyteOfJsonIsTakenAndOneByteMoreIsTooBig() {
        String most = "\"" + "x".repeat(Limits.USUAL_PAYLOAD_BYTES - 2) + "\"";
        isKept(most);
        String more = "\"x" + most.substring(1);
        put(more.getBytes(UTF_8), JSON).isProblem(413, "TOO_LARGE", "1048576");
        wire.post("/v1/tubes/t/jobs", "{\"payload\":" + more + "}")
                .isProblem(413, "TOO_LARGE", "payload: expected at most 1048576");
        String base64 = Base64.getEncoder().encodeToString(new byte[Limits.USUAL_PAYLOAD_BYTES + 1]);
        JsonObject refused = wire.post(
                        "/v1/tubes/t/jobs",
                        "[{\"id\":\"x\",\"payloadBase64\":\"" + base64 + "\"},{\"id\":\"y\",\"payload\":1}]")
                .is(200)
                .json()
                .getJsonArray("results")
                .getJsonObject(0)
                .getJsonObject("error");
        assertThat(refused.getString("code")).isEqualTo("TOO_LARGE");
        assertThat(refused.getString("field")).isEqualTo("payload");
        wire.get("/v1/tubes/t/jobs/x").is(404);
        wire.get("/v1/tubes/t/jobs/y").is(200);
        String mostBase64 = Base64.getEncoder().encodeToString(new byte[Limits.USUAL_PAYLOAD_BYTES]);
        wire.post("/v1/tubes/t/jobs", "{\"id\":\"x\",\"payloadBase64\":\"" + mostBase64 + "\"}")
                .is(201);
    }

    @Test
    void aJsonBodyOfSixteenMebibytesIsTakenAndOneByteMoreIsTooBig() {
        String job = "{\"payload\":\"" + "x".repeat(1_000_000) + "\"}";
        String jobs = "[" + (job + ",").repeat(16) + job.replace("xxxx", "x");
        String most = jobs + " ".repeat(16 * 1024 * 1024 - jobs.length() - 1) + "]";
        assertThat(wire.post("/v1/tubes/t/jobs", most).list("results")).hasSize(17);
        wire.post("/v1/tubes/u/jobs", most + " ").isProblem(413, "TOO_LARGE", "body: expected at most 16777216 bytes");
        wire.get("/v1/tubes/u").is(404);
    }

    @Test
    void aContentTypeIsBoundedAndPrintable() {
        put(new byte[1], "x".repeat(200)).is(201);
        put(new byte[1], "x".repeat(201)).isBadRequest("contentType: expected 1 to 200 printable ASCII");
        wire.put("/v1/tubes/t/jobs/b", "x", "Content-Type", "a/b", "Content-Type", "c/d")
                .isBadRequest("Content-Type: expected one, got 2 of them");
    }
}
