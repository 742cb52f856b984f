package io.grape.server.http.call;

import io.grape.server.access.Right;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls of producers and consumers, found without the price of a router: docs/decisions/0014-vertx-web.md. What is written otherwise
 * than their paths usually are is not found here.
 */
public final class HotEndpoints {
    private final Map<Integer, List<EndpointPath>> byLength = new HashMap<>();

    /** Those among all calls. */
    public HotEndpoints(List<Endpoint> calls) {
        for (Endpoint call : calls) {
            if (call.right() == Right.JOBS_PRODUCE || call.right() == Right.JOBS_CONSUME) {
                EndpointPath path = new EndpointPath(call);
                byLength.computeIfAbsent(path.length(), any -> new ArrayList<>())
                        .add(path);
            }
        }
    }

    /** The call that a request means; null = none of these. */
    public @Nullable EndpointPath find(HttpMethod method, String path) {
        String[] sent = path.split("/", -1);
        for (EndpointPath hot : byLength.getOrDefault(sent.length, List.of())) {
            if (hot.call().method().equals(method) && hot.matches(sent)) {
                return hot;
            }
        }
        return null;
    }
}
