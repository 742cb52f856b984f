package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import io.grape.server.http.OpenApi.Operation;
import io.grape.server.http.Wire.Answer;
import io.grape.server.http.call.Endpoint;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A number of the document at {@code /openapi.json} has the bounds that a running broker has. */
class DocumentedBoundsTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    /** What a parameter may only be given with. */
    private static final Map<String, String> NEEDS =
            Map.of("weight", "&key=a", "debounceMaxMs", "&onDuplicate=debounce");

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
        BigDecimal least = bound(parameter, "minimum");
        BigDecimal most = bound(parameter, "maximum");
        for (BigDecimal bad : List.of(least.subtract(BigDecimal.ONE), most.add(BigDecimal.ONE))) {
            call(operation, name, bad).isBadRequest(name + ": expected");
        }
        for (BigDecimal good : List.of(least, most)) {
            if (!(name.equals("waitMs") && good.compareTo(most) == 0)) {
                assertThat(call(operation, name, good).status())
                        .as(operation.name() + " " + name)
                        .isNotEqualTo(400);
            }
        }
    }

    private static BigDecimal bound(JsonObject parameter, String which) {
        Number bound = Objects.requireNonNull(parameter.getJsonObject("schema").getNumber(which));
        return new BigDecimal(bound.toString());
    }

    private Answer call(Operation operation, String name, BigDecimal value) {
        Endpoint call = V1Calls.all().stream()
                .filter(one ->
                        one.method().equals(operation.method()) && one.path().equals(operation.path()))
                .findFirst()
                .orElseThrow();
        String path = V1Calls.path(call);
        return wire.send(
                call.method().name(),
                path + (path.contains("?") ? "&" : "?") + name + "=" + value.toPlainString()
                        + NEEDS.getOrDefault(name, ""),
                V1Calls.body(call).getBytes(UTF_8));
    }
}
