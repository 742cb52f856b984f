package io.grape.server.http;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The calls of version 1 that reach the ports, as the door declares them, with something good in every place. */
final class V1Calls {
    private V1Calls() {}

    static List<Call> all() {
        return HttpDoor.calls(FakePorts.behind(() -> new CompletableFuture<>()), () -> false).stream()
                .filter(call -> call.path().startsWith("/v1/"))
                .toList();
    }

    /** A path with its query that the call takes. */
    static String path(Call call) {
        String path = call.path().replace("{tube}", "t").replace("{id}", "a");
        String query = required(call);
        return query.isEmpty() ? path : path + "?" + query;
    }

    private static String required(Call call) {
        if (call.query().contains("lease")) {
            return "lease=1";
        }
        if (call.query().contains("state")) {
            return "state=ready";
        }
        return call.query().contains("tubes") ? "tubes=t" : "";
    }

    /** A body that the call takes. */
    static String body(Call call) {
        if (call.path().endsWith("/acks")) {
            return "[{\"id\":\"a\",\"lease\":\"1\",\"op\":\"finish\"}]";
        }
        if (call.path().equals("/v1/operations") && call.maxBody() > 0) {
            return "{\"kind\":\"kick\",\"tube\":\"t\",\"state\":\"failed\"}";
        }
        return call.path().endsWith("/jobs") && call.maxBody() > 0 ? "{\"id\":\"a\",\"payload\":1}" : "";
    }
}
