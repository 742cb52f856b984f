package io.grape.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.Dump;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.grape.server.http.RawClient.RawAnswer;
import io.grape.server.http.call.Endpoint;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every call with something wrong in every place: refused each time by a problem, with nothing changed in Redis. */
class BadRequestsTest {
    /** Values that are wrong for a parameter. */
    private static final Map<String, List<String>> BAD = Map.ofEntries(
            Map.entry(
                    "delayMs",
                    List.of(
                            "",
                            "x",
                            "-1",
                            "1.5",
                            "1e3",
                            "01",
                            "0x1",
                            "4294967295001",
                            "99999999999999999999",
                            "%201",
                            "1%20")),
            Map.entry(
                    "dueAt",
                    List.of(
                            "",
                            "now",
                            "0",
                            "2100-01-01",
                            "2100-13-01T00:00:00Z",
                            "2200-01-01T00:00:00.001Z",
                            "1969-01-01T00:00:00Z")),
            Map.entry("ttrMs", List.of("", "x", "0", "999", "-1000", "4294967295001")),
            Map.entry("priority", List.of("", "x", "-1", "4294967296", "1.0", "%2B1")),
            Map.entry("maxAttempts", List.of("", "x", "-1", "1000001", "4294967296")),
            Map.entry("onDuplicate", List.of("", "KEEP", "ignore", "keep%20")),
            Map.entry("max", List.of("", "x", "0", "-1", "1001", "4294967297")),
            Map.entry("next", List.of("", "x", "0", "-1", "1001", "4294967297")),
            Map.entry("waitMs", List.of("", "x", "-1", "60001", "1s")),
            Map.entry("tubes", List.of("", ",", "t,", ",t", "t,t", "-t", "t%20", "%ff")),
            Map.entry("lease", List.of("", "x", "0", "-1", "01", "1.0", "12345678901234567", "%31x")),
            Map.entry("reason", List.of("r".repeat(1001), "%ff", "%")),
            Map.entry("state", List.of("", "all", "Ready", "buried")),
            Map.entry("ack", List.of("", "x", "Disk", "replica", "replica:0", "replica:10", "replica:%31%30")),
            Map.entry("limit", List.of("", "x", "0", "-1", "1001")),
            Map.entry("actor", List.of("%ff", "%")),
            Map.entry("action", List.of("%ff", "%")),
            Map.entry("activity", List.of("", "yes", "1")),
            Map.entry("dryRun", List.of("", "yes", "1")),
            Map.entry("name", List.of("%ff", "%")),
            Map.entry("tube", List.of("", "-t", "t%20")),
            Map.entry("range", List.of("", "2h", "1H")),
            Map.entry("from", List.of("", "now", "2201-01-01T00:00:00Z")),
            Map.entry("to", List.of("", "now", "1969-01-01T00:00:00Z")),
            Map.entry("buckets", List.of("", "x", "0", "201")),
            Map.entry("id", List.of("", "%00", "a%0a", "%ff")),
            Map.entry("key", List.of("", "a%20b", "a,b", "%C3%A9", "%ff", "%", "k".repeat(129))),
            Map.entry("label", List.of("", "EU", "a,b", "%ff", "%", "l".repeat(65))),
            Map.entry("labels", List.of("", "EU", "a,", "a,a", "%ff", "%", "1,2,3,4,5,6,7,8,9")),
            Map.entry("weight", List.of("", "x", "0", "-1", "0.001", "1000.1", "1,5", "NaN", "0x1", "1", "1e400")),
            Map.entry("progress", List.of("", "x", "-1", "101", "1.5")),
            Map.entry("note", List.of("n".repeat(257), "%ff", "%")),
            Map.entry("dedupWindowMs", List.of("", "x", "0", "-1", "999", "604800001", "1.5")),
            Map.entry("debounceMaxMs", List.of("", "x", "0", "-1", "4294967295001", "1.5", "1000")),
            Map.entry("expiresAfterMs", List.of("", "x", "0", "-1", "4294967295001", "1.5")),
            Map.entry("expiresAt", List.of("", "x", "1969-12-31T23:59:59Z", "2200-01-01T00:00:00.001Z")),
            Map.entry("pauseKeyMs", List.of("", "x", "0", "-1", "1.5", "4294967295001")),
            Map.entry("sort", List.of("", "weight", "Backlog", "age%20", "%ff")),
            Map.entry("cursor", List.of("", "x", "%20", "=", "AAAA", "MTAyNCAgIA==x")),
            Map.entry("dueFrom", List.of("", "now", "0", "2100-01-01")),
            Map.entry("dueTo", List.of("", "now", "0", "2100-13-01T00:00:00Z")),
            Map.entry("force", List.of("", "1", "TRUE", "yes")),
            Map.entry("confirm", List.of("", "T", "u", "t%20")),
            Map.entry("forMs", List.of("", "x", "0", "-1", "4294967295001")));

    private static final List<String> BAD_TUBES =
            List.of("", "-t", "a%20b", "a,b", "a:b", "%C3%A4", "%00", "%", "%f", "%ff", "x".repeat(201), "a%0a", "*");
    private static final List<String> BAD_IDS =
            List.of("%00", "%1f", "%7f", "%C2%85", "%", "%zz", "%ff", "%ed%a0%80", "x".repeat(201), "a%0a");
    private static final List<String> BAD_KEYS =
            List.of("%00", "a%20b", "a,b", "a%2Fb", "%C3%A9", "%", "%ff", "k".repeat(129), "a%0a", "*");
    private static final List<String> BAD_BODIES = List.of(
            "",
            " ",
            "x",
            "{",
            "[",
            "{\"",
            "null",
            "true",
            "1",
            "\"x\"",
            "{}{}",
            "[]]",
            "[1,]",
            "{\"a\":1,}",
            "\u00ef\u00bb\u00bf[]",
            "[".repeat(1003) + "]".repeat(1003),
            "{\"\u00ff\":1}",
            "{\"unknown\":1}",
            "// x",
            "[{}",
            "{'id':1}");

    /** Those of them that are JSON, but not what the calls want. */
    private static final Set<String> JSON = Set.of("null", "true", "1", "\"x\"", "{\"unknown\":1}");

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    private final Wire wire = Wire.to(server);
    private final List<String> requests = new ArrayList<>();

    private void add(Endpoint call, String path, String body) {
        String length = body.isEmpty() ? "" : "Content-Length: " + body.length() + "\r\n";
        requests.add(call.method() + " " + path + " HTTP/1.1\r\nHost: h\r\n" + length + "\r\n" + body);
    }

    private void addAllThatIsWrongWith(Endpoint call) {
        String good = V1Calls.path(call);
        String body = V1Calls.body(call);
        String more = good + (good.contains("?") ? "&" : "?");
        add(call, more + "unknown=1", body);
        add(call, more + "%ff=1", body);
        add(call, more + "x", body);
        for (String name : call.query()) {
            for (String value : Objects.requireNonNull(BAD.get(name), name)) {
                add(call, withParameter(call, name, value), body);
            }
            add(call, more + name + "=1&" + name + "=1", body);
            add(call, more + name.toUpperCase(Locale.ROOT) + "=1", body);
        }
        if (call.path().contains("{tube}")) {
            BAD_TUBES.forEach(tube -> add(call, good.replaceFirst("/t(?=/|$|\\?)", "/" + tube), body));
        }
        if (call.path().contains("{id}")) {
            BAD_IDS.forEach(id -> add(call, good.replaceFirst("/a(?=/|$|\\?)", "/" + id), body));
        }
        if (call.path().contains("{key}")) {
            BAD_KEYS.forEach(key -> add(call, good.replaceFirst("/k$", "/" + key), body));
        }
        if (call.maxBody() == 0) {
            add(call, good, "{}");
        }
    }

    /** A path that would be good but for one parameter. */
    private static String withParameter(Endpoint call, String name, String value) {
        String path = call.path().replace("{tube}", "t").replace("{id}", "a").replace("{key}", "k") + "?" + name + "="
                + value;
        String required = V1Calls.path(call).replaceFirst("[^?]*\\??", "");
        return required.isEmpty() || required.startsWith(name + "=") ? path : path + "&" + required;
    }

    private void addHandMadeOnes() {
        for (String body : BAD_BODIES) {
            String length = " HTTP/1.1\r\nHost: h\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
            requests.add("POST /v1/tubes/t/jobs" + length);
            requests.add("POST /v1/tubes/t/acks" + length);
            requests.add("POST /v1/tubes/t/import" + length);
            if (!JSON.contains(body)) {
                requests.add(
                        "PUT /v1/tubes/t/jobs/new" + length.replace("Host", "Content-Type: application/json\r\nHost"));
            }
            if (!body.isEmpty()) {
                requests.add("PUT /v1/tubes/t" + length);
                requests.add("PUT /v1/tubes/t/keys/k" + length);
            }
        }
        for (String start : List.of(
                "GET *",
                "OPTIONS *",
                "CONNECT h:80",
                "GET h",
                "GET ?",
                "GET #",
                "GET http:",
                "GET http://",
                "GET http://h",
                "GET //",
                "GET /%2f",
                "GET /v1/tubes/t/jobs/a/..",
                "GET /v1/tubes/t/../t",
                "TRACE /v1/tubes",
                "get /v1/tubes",
                "PRI *",
                "GET /v1/tubes\u00ff",
                "GET /v1/tubes/t\u0001")) {
            requests.add(start + " HTTP/1.1\r\nHost: h\r\n\r\n");
        }
    }

    @Test
    void everyBadRequestIsRefusedByAProblemAndChangesNothing() {
        wire.put("/v1/tubes/t/jobs/a", "x").is(201);
        wire.put("/v1/tubes/t/jobs/b?delayMs=3600000", "x").is(201);
        wire.put("/v1/tubes/t/jobs/held?priority=0", "x").is(201);
        wire.post("/v1/tubes/t/consume").is(200);
        V1Calls.all().forEach(this::addAllThatIsWrongWith);
        addHandMadeOnes();
        assertThat(requests).hasSizeGreaterThan(500);
        List<?> before = state();
        for (String request : requests) {
            isRefused(request);
        }
        assertThat(state()).isEqualTo(before);
    }

    /** All that is stored, but for what is written down of it as time goes by: samples, and who tried what. */
    private List<?> state() {
        Map<String, String> stored = new TreeMap<>(Dump.of(TestRedis.uri(), server.namespace()));
        stored.keySet().removeIf(key -> key.matches(".*:(samples.*|audit|about|tube)"));
        JsonObject tube = wire.get("/v1/tubes/t").is(200).json();
        return List.of(stored, tube.getValue("totals"), tube.getValue("counts"), tube.getValue("settings"));
    }

    private void isRefused(String request) {
        String shown = request.length() > 300 ? request.substring(0, 300) : request;
        try (RawClient client = new RawClient(wire.port()).say(request)) {
            assertThat(client.hears(Duration.ofSeconds(20))).as(shown).isTrue();
            RawAnswer answer = client.answer();
            assertThat(answer.status()).as(shown + "\n" + answer.body()).isBetween(400, 499);
            assertThat(answer.header("Content-Type")).as(shown).isEqualTo("application/problem+json");
            JsonObject problem = new JsonObject(new String(answer.body().getBytes(ISO_8859_1), UTF_8));
            assertThat(problem.fieldNames()).contains("type", "title", "status", "code", "detail", "requestId");
            assertThat(problem.getString("detail")).as(shown).isNotBlank();
        }
    }
}
