package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.http.OpenApi.Operation;
import io.grape.server.http.Wire.Answer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Calls whose answers are held against the document, and which answers of it there were. */
final class DocumentedCalls {
    private final Wire wire;
    private final OpenApi openApi;
    private final ResponseSchemas schemas;
    private final FieldOrder order;
    private final Set<String> seen = new TreeSet<>();

    DocumentedCalls(Wire wire, OpenApi openApi) {
        this.wire = wire;
        this.openApi = openApi;
        this.schemas = new ResponseSchemas(openApi);
        this.order = new FieldOrder(openApi);
    }

    /** Each as its operation and its status. */
    Set<String> seen() {
        return seen;
    }

    /** Sends a request and holds the answer against the document. */
    Answer send(int status, String request, String body, String... headers) {
        String[] words = request.split(" ", 2);
        Answer answer = wire.send(words[0], words[1], body.getBytes(UTF_8), headers);
        assertThat(answer.status()).as(request + "\n" + answer.text()).isEqualTo(status);
        check(request, answer);
        return answer;
    }

    /** Holds the answer to a request against the document. */
    void check(String request, Answer answer) {
        String[] words = request.split(" ", 2);
        Operation operation = operation(HttpMethod.valueOf(words[0]), words[1].replaceFirst("\\?.*", ""));
        JsonObject response = operation.responses().getJsonObject(String.valueOf(answer.status()));
        assertThat(response).as(request + " answers " + answer.status()).isNotNull();
        check(request, answer, response.getJsonObject("content"));
        seen.add(operation.name() + " " + answer.status());
    }

    private Operation operation(HttpMethod method, String path) {
        return openApi.operations().stream()
                .filter(one -> one.method().equals(method))
                .filter(one -> path.matches(one.path().replaceAll("\\{[^}]+}", "[^/]+")))
                .findFirst()
                .orElseThrow();
    }

    private void check(String request, Answer answer, @Nullable JsonObject content) {
        if (content == null) {
            assertThat(answer.bytes()).as(request).isEmpty();
            return;
        }
        Map.Entry<String, Object> type = content.iterator().next();
        if (!type.getKey().equals("*/*")) {
            assertThat(answer.header("Content-Type")).as(request).startsWith(type.getKey());
        }
        if (type.getKey().endsWith("json")) {
            JsonObject schema = ((JsonObject) type.getValue()).getJsonObject("schema");
            Object value = Json.decodeValue(answer.text());
            assertThat(schemas.violations(schema, value))
                    .as(request + "\n" + answer.text())
                    .isEmpty();
            assertThat(order.violations(schema, value)).as(request).isEmpty();
        }
    }
}
