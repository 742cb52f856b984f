package io.grape.server.http.call;

import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;

/** What a door serves beside its calls. */
public interface Site {
    /** Nothing: what is no call is an error. */
    Site NONE = new Site() {
        @Override
        public String callPath(String path) {
            return path;
        }

        @Override
        public Optional<Reply> page(HttpServerRequest http, String path) {
            return Optional.empty();
        }
    };

    /** The path as calls have it. */
    String callPath(String path);

    /** What a path answers that no call has, empty when that is an error. */
    Optional<Reply> page(HttpServerRequest http, String path);
}
