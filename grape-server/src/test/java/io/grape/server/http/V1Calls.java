package io.grape.server.http;

import io.grape.server.http.call.Endpoint;
import io.grape.server.http.console.Topic;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The calls of version 1 that reach the ports, as the API declares them, with something good in every place. Streams are not
 * among them: their answers do not end.
 */
public final class V1Calls {
    private V1Calls() {}

    static List<Endpoint> all() {
        return HttpApi.calls(FakePorts.behind(() -> new CompletableFuture<>()), () -> false).stream()
                .filter(call -> call.path().startsWith("/v1/") && !call.path().startsWith("/v1/session") && ends(call))
                .toList();
    }

    /** True for all but streams. */
    public static boolean ends(Endpoint call) {
        return !call.path().equals(Topic.STREAM) && !call.path().endsWith("/presence");
    }

    /** A path with its query that the call takes. */
    public static String path(Endpoint call) {
        return path(call, "t");
    }

    /** The same of another tube. */
    static String path(Endpoint call, String tube) {
        String path = call.path()
                .replace("{tube}", tube)
                .replace("{id}", "a")
                .replace("{name}", "ann")
                .replace("{worker}", "worker-1")
                .replace("{key}", "k");
        String query = required(call, tube);
        return query.isEmpty() ? path : path + "?" + query;
    }

    private static String required(Endpoint call, String tube) {
        if (call.query().contains("lease")) {
            return "lease=1";
        }
        if (call.query().contains("state")) {
            return "state=ready";
        }
        if (call.path().endsWith("/backfill")) {
            return "from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z";
        }
        if (call.path().equals("/v1/find")) {
            return "id=a";
        }
        if (call.path().equals(Topic.STREAM)) {
            return "topics=overview";
        }
        return call.query().contains("tubes") ? "tubes=" + tube : "";
    }

    /** A body that the call takes. */
    static String body(Endpoint call) {
        if (call.path().endsWith("/acks")) {
            return "[{\"id\":\"a\",\"lease\":\"1\",\"op\":\"finish\"}]";
        }
        if (call.path().endsWith("/import")) {
            return "[{\"id\":\"a\",\"payload\":1}]";
        }
        if (call.path().endsWith("/handover")) {
            return "{\"checkpoint\":1}";
        }
        if (call.method().equals(HttpMethod.PATCH)) {
            return "{\"priority\":1}";
        }
        if (call.path().endsWith("/keys/{key}") && call.maxBody() > 0) {
            return "{}";
        }
        if (call.path().endsWith("/gates/{name}") && call.maxBody() > 0) {
            return "{\"match\":{\"all\":true},\"mode\":\"refuse\"}";
        }
        if (call.path().contains("/schedules/") && call.maxBody() > 0) {
            return "{\"everyMs\":60000}";
        }
        if (call.path().equals("/v1/users/{name}") && call.maxBody() > 0) {
            return "{\"password\":\"long enough\"}";
        }
        if (call.path().equals("/v1/quotas/{name}") && call.maxBody() > 0) {
            return "{\"inFlight\":1000000}";
        }
        if (call.path().equals("/v1/tokens") && call.maxBody() > 0) {
            return "{\"name\":\"shop\",\"scopes\":[\"produce\"]}";
        }
        if (call.path().equals("/v1/operations") && call.maxBody() > 0) {
            return "{\"kind\":\"kick\",\"tube\":\"t\",\"state\":\"failed\"}";
        }
        return call.path().endsWith("/jobs") && call.maxBody() > 0 ? "{\"id\":\"a\",\"payload\":1}" : "";
    }
}
