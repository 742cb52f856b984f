package io.grape.server.http.call;

import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;

/** What a door serves beside its calls. */
public interface StaticSite {
    /** Nothing: what is no call is an error. */
    StaticSite NONE = new StaticSite() {
        @Override
        public String callPath(String path) {
            return path;
        }

        @Override
        public Optional<Response> page(HttpServerRequest http, String path) {
            return Optional.empty();
        }
    };

    /** The path as calls have it. */
    String callPath(String path);

    /** What a path answers that no call has, empty when that is an error. */
    Optional<Response> page(HttpServerRequest http, String path);
}
