package io.grape.server.http.call;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.server.http.FakePorts;
import io.grape.server.http.HttpApi;
import io.grape.server.http.V1Calls;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Good requests, from every call that the API declares, in the forms that clients give them. What mutations begin with. */
public final class RequestSeeds {
    static final String TUBE = "t";

    /** Something good for each parameter. No wait is so long that a digit more makes it one of minutes. */
    private static final Map<String, String> GOOD = Map.ofEntries(
            Map.entry("delayMs", "100"),
            Map.entry("ttrMs", "2000"),
            Map.entry("priority", "7"),
            Map.entry("maxAttempts", "3"),
            Map.entry("onDuplicate", "keep"),
            Map.entry("max", "3"),
            Map.entry("waitMs", "5"),
            Map.entry("tubes", TUBE + ",u"),
            Map.entry("lease", "1"),
            Map.entry("reason", "why%20not"),
            Map.entry("state", "ready"),
            Map.entry("limit", "2"),
            Map.entry("force", "true"),
            Map.entry("tube", TUBE),
            Map.entry("jid", "a"),
            Map.entry("name", "t"),
            Map.entry("activity", "true"),
            Map.entry("range", "1h"),
            Map.entry("buckets", "5"),
            Map.entry("id", "a"),
            Map.entry("dtr", "100"),
            Map.entry("ttr", "2000"));

    private static final String HOST = "Host: grape\r\n";
    private static final String JSON = "Content-Type: application/json\r\n";
    private static final String USUAL = HOST
            + "User-Agent: seed/1.0\r\nAccept: application/json, */*;q=0.5\r\nAccept-Encoding: gzip, deflate\r\n"
            + "X-Request-Id: seed-1\r\nGrape-Header-Traceparent: 00-1-2-01\r\nCookie: a=b; c=d\r\nConnection: keep-alive\r\n";

    private RequestSeeds() {}

    public static List<byte[]> all() {
        List<String> seeds = new ArrayList<>();
        for (Endpoint call : HttpApi.calls(FakePorts.behind(CompletableFuture::new), () -> false)) {
            for (String target : V1Calls.ends(call) ? targets(call) : List.<String>of()) {
                for (String body : bodies(call)) {
                    addForms(seeds, call, target, body);
                }
            }
        }
        return seeds.stream().map(seed -> seed.getBytes(ISO_8859_1)).toList();
    }

    private static List<String> targets(Endpoint call) {
        String path = call.path()
                .replace("{tube}", TUBE)
                .replace("{id}", "a")
                .replace("{name}", "ann")
                .replace("{key}", "k");
        String query = call.query().stream()
                .filter(GOOD::containsKey)
                .sorted()
                .map(name -> name + "=" + GOOD.get(name))
                .collect(Collectors.joining("&"));
        String least = V1Calls.path(call);
        if (query.isEmpty()) {
            return List.of(path);
        }
        return call.path().startsWith("/api/") ? List.of(path + "?" + query) : List.of(least, path + "?" + query);
    }

    private static List<String> bodies(Endpoint call) {
        if (call.maxBody() == 0 || call.method().equals(HttpMethod.GET)) {
            return List.of("");
        }
        if (call.path().endsWith("/acks")) {
            return List.of("[{\"id\":\"a\",\"lease\":\"1\",\"op\":\"finish\"},"
                    + "{\"id\":\"b\",\"lease\":\"2\",\"op\":\"release\",\"delayMs\":5,\"priority\":1},"
                    + "{\"id\":\"c\",\"lease\":\"3\",\"op\":\"bury\",\"reason\":\"\\u00e4\"}]");
        }
        if (call.path().endsWith("/import")) {
            return List.of(
                    "[{\"id\":\"a\",\"payload\":1,\"attempt\":2,\"createdAt\":\"2026-01-01T00:00:00Z\"},"
                            + "{\"id\":\"b\",\"payloadBase64\":\"AA==\",\"failedAt\":\"2026-01-01T00:00:00Z\",\"reason\":\"no\"}]");
        }
        if (call.path().equals("/v1/tubes/{tube}/jobs")) {
            return List.of(
                    "{\"id\":\"a\",\"payload\":{\"n\":[1,-2.5e3,null,true,\"\\ud83c\\udf47\"]},\"ttrMs\":2000}",
                    "{\"payloadBase64\":\"aGVsbG8=\",\"contentType\":\"text/plain\",\"dueAt\":\"2030-01-01T00:00:00Z\"}",
                    "[{\"id\":\"a\",\"payload\":1},{\"id\":\"b\",\"payload\":\"x\",\"delayMs\":9,\"priority\":0},{}]",
                    "{\"payload\":1,\"headers\":{\"traceparent\":\"00-1-2-01\",\"tracestate\":\"a=b\"}}");
        }
        if (call.path().equals("/v1/tokens")) {
            return List.of("{\"name\":\"shop\",\"scopes\":[\"produce\",\"consume\"],\"tubes\":[\"seed\"]}");
        }
        if (call.path().equals("/v1/quotas/{name}")) {
            return List.of("{\"produce\":{\"perSecond\":1000,\"burst\":5},\"consume\":null,\"inFlight\":10}");
        }
        if (call.path().equals("/v1/users/{name}")) {
            // Without a password: to hash one takes a quarter of a second.
            return List.of("{\"role\":\"viewer\",\"rights\":[\"audit.read\"],\"tubes\":[\"\"]}");
        }
        return call.path().equals("/v1/tubes/{tube}")
                ? List.of("{\"ttrMs\":2000,\"maxAttempts\":3}")
                : List.of("hello, grape");
    }

    private static void addForms(List<String> seeds, Endpoint call, String target, String body) {
        String start = call.method() + " " + target;
        String length = body.isEmpty() ? "" : "Content-Length: " + body.length() + "\r\n";
        String plain = start + " HTTP/1.1\r\n" + HOST + length + "\r\n" + body;
        seeds.add(plain);
        seeds.add(start + " HTTP/1.1\r\n" + USUAL + JSON + length + "\r\n" + body);
        seeds.add(start + " HTTP/1.0\r\n" + HOST + "Connection: keep-alive\r\n" + length + "\r\n" + body);
        seeds.add(call.method() + " http://grape.test" + target + " HTTP/1.1\r\n" + HOST + length + "\r\n" + body);
        seeds.add(plain + plain);
        if (!body.isEmpty()) {
            seeds.add(start + " HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n" + chunks(body));
            seeds.add(start + " HTTP/1.1\r\n" + HOST + "Expect: 100-continue\r\n" + length + "\r\n" + body);
        }
        if (call.answersHead()) {
            seeds.add("HEAD " + target + " HTTP/1.1\r\n" + HOST + "\r\n");
        }
    }

    private static String chunks(String body) {
        int half = body.length() / 2;
        return Integer.toHexString(half) + "\r\n" + body.substring(0, half) + "\r\n"
                + Integer.toHexString(body.length() - half) + ";x=y\r\n" + body.substring(half)
                + "\r\n0\r\nX-Trailer: z\r\n\r\n";
    }
}
