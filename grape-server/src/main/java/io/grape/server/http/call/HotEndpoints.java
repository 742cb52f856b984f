package io.grape.server.http.call;

import io.grape.server.access.Right;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls of producers and consumers, found without the price of a router: docs/decisions/0014-vertx-web.md. What is written otherwise
 * than their paths usually are is not found here.
 */
public final class HotEndpoints {
    private final List<EndpointPath> paths = new ArrayList<>();

    /** Those among all calls. */
    public HotEndpoints(List<Endpoint> calls) {
        for (Endpoint call : calls) {
            if (call.right() == Right.JOBS_PRODUCE || call.right() == Right.JOBS_CONSUME) {
                paths.add(new EndpointPath(call));
            }
        }
    }

    /** The call that a request means; null = none of these. */
    public @Nullable EndpointPath find(HttpMethod method, String path) {
        for (EndpointPath hot : paths) {
            if (hot.call().method().equals(method) && hot.matches(path)) {
                return hot;
            }
        }
        return null;
    }
}
