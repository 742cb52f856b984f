package io.grape.server.http.openapi;

import io.grape.server.access.Right;
import io.grape.server.http.call.Endpoint;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.stream.Stream;

/** What the document says of all calls: where they are, and how a caller signs in. */
final class Head {
    private static final String ABOUT = """
            A delayed-job broker on Redis. JSON in UTF-8; durations are whole ms, instants RFC 3339 in UTC. \
            Unknown query parameters and fields of a request are refused by name. \
            Responses may get new fields: ignore those that you do not know. \
            HEAD works where GET does, without the body. \
            Every response has an X-Request-Id, the request's own where it has one. \
            A broker that does not require sign-in needs no token. \
            The header Grape-Timeout-Ms, or grpc-timeout, says how long a caller waits for the response. \
            The full text is docs/http.md, for the calls under /api docs/grape13.md.""";

    private static final String TOKEN = "token";
    private static final String SESSION = "session";
    private static final String TOKEN_13 = "token13";

    private Head() {}

    static JsonObject document() {
        return new JsonObject()
                .put("openapi", "3.1.0")
                .put(
                        "info",
                        new JsonObject()
                                .put("title", "Grape")
                                .put("version", "1")
                                .put("description", ABOUT)
                                .put(
                                        "license",
                                        new JsonObject()
                                                .put("name", "Apache License 2.0")
                                                .put("identifier", "Apache-2.0")))
                .put(
                        "servers",
                        JsonArray.of(new JsonObject()
                                .put("url", "/")
                                .put("description", "The broker that serves this document.")));
    }

    static JsonObject securitySchemes() {
        return new JsonObject()
                .put(
                        TOKEN,
                        new JsonObject()
                                .put("type", "http")
                                .put("scheme", "bearer")
                                .put("bearerFormat", "grape_<id>_<secret>")
                                .put("description", "An API token."))
                .put(
                        SESSION,
                        key("cookie", "grape_session")
                                .put(
                                        "description",
                                        "The session of a browser; under TLS its name is __Host-grape_session. A call"
                                                + " that changes something also needs Sec-Fetch-Site: same-origin or"
                                                + " X-Grape-Console: 1."))
                .put(TOKEN_13, key("header", "X-Grape-Token").put("description", "An API token, for Grape 1.3."));
    }

    private static JsonObject key(String in, String name) {
        return new JsonObject().put("type", "apiKey").put("in", in).put("name", name);
    }

    /** One of them is enough. */
    static JsonArray security(Endpoint call) {
        JsonArray either = new JsonArray();
        if (call.right() != Right.PUBLIC) {
            Stream.of(TOKEN, call.isLenient() ? TOKEN_13 : SESSION)
                    .forEach(scheme -> either.add(new JsonObject().put(scheme, new JsonArray())));
        }
        return either;
    }
}
