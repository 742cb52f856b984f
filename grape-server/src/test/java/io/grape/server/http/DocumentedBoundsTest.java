package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import io.grape.server.http.OpenApi.Operation;
import io.grape.server.http.Wire.Answer;
import io.grape.server.http.call.Endpoint;
import io.vertx.core.json.JsonObject;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A number of the document at {@code /openapi.json} has the bounds that a running broker has. */
class DocumentedBoundsTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    private final Wire wire = Wire.to(server);
    private final OpenApi openApi = OpenApi.read();

    @Test
    void theBoundsInTheDocumentAreThoseOfTheCalls() {
        wire.put("/v1/tubes/t/jobs/a?delayMs=3600000", "x").is(201);
        for (Operation operation : openApi.operations()) {
            operation.parameters().stream()
                    .filter(parameter -> operation.path().startsWith("/v1"))
                    .filter(parameter -> parameter.getJsonObject("schema").containsKey("minimum"))
                    .forEach(parameter -> checkBounds(operation, parameter));
        }
    }

    private void checkBounds(Operation operation, JsonObject parameter) {
        String name = parameter.getString("name");
        long least = Objects.requireNonNull(parameter.getJsonObject("schema").getLong("minimum"));
        long most = Objects.requireNonNull(parameter.getJsonObject("schema").getLong("maximum"));
        for (long bad : new long[] {least - 1, most + 1}) {
            call(operation, name, bad).isBadRequest(name + ": expected");
        }
        for (long good : new long[] {least, most}) {
            if (!(name.equals("waitMs") && good == most)) {
                assertThat(call(operation, name, good).status())
                        .as(operation.name() + " " + name)
                        .isNotEqualTo(400);
            }
        }
    }

    private Answer call(Operation operation, String name, long value) {
        Endpoint call = V1Calls.all().stream()
                .filter(one ->
                        one.method().equals(operation.method()) && one.path().equals(operation.path()))
                .findFirst()
                .orElseThrow();
        String path = V1Calls.path(call);
        return wire.send(
                call.method().name(),
                path + (path.contains("?") ? "&" : "?") + name + "=" + value,
                V1Calls.body(call).getBytes(UTF_8));
    }
}
