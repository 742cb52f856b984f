package io.grape.server.http;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.Validator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds values against the schemas of the document, more strictly than these say: no field may be there that they do not know. */
final class ResponseSchemas {
    private static final JsonSchemaOptions OPTIONS = new JsonSchemaOptions()
            .setBaseUri("app://grape/")
            .setDraft(Draft.DRAFT202012)
            .setOutputFormat(OutputFormat.Basic);

    /** Of which fields, together, one is in an object. Clients that are generated do not get along with that in a schema. */
    private static final Map<String, List<JsonArray>> ALTERNATIVES = Map.of(
            "ProduceResult", List.of(JsonArray.of("created", "state"), JsonArray.of("error")),
            "AckResult", List.of(JsonArray.of("state"), JsonArray.of("error")),
            "ProducedOrResults",
                    List.of(JsonArray.of("id", "tube", "state", "created", "dueAt"), JsonArray.of("results")),
            "GateOrPreview",
                    List.of(
                            JsonArray.of(
                                    "name", "match", "mode", "state", "until", "since", "by", "reason", "held",
                                    "dropped", "buried"),
                            JsonArray.of("matching", "exact", "sample")));

    /** Of which fields at least one is in a job: one that has finished may have no payload. */
    private static final List<JsonArray> OF_A_JOB = List.of(
            JsonArray.of("payload"),
            JsonArray.of("payloadBase64"),
            JsonArray.of("payloadHidden"),
            JsonArray.of("finishedAt"));

    private final JsonObject components;
    private final Map<JsonObject, Validator> validators = new HashMap<>();

    ResponseSchemas(OpenApi document) {
        this.components = document.document().getJsonObject("components").copy();
        JsonObject schemas = components.getJsonObject("schemas");
        for (String name : schemas.fieldNames()) {
            JsonObject schema = schemas.getJsonObject(name);
            if (schema.containsKey("properties")) {
                schema.put("additionalProperties", false);
            }
        }
        ALTERNATIVES.forEach((name, alternatives) -> schemas.getJsonObject(name).put("oneOf", required(alternatives)));
        schemas.getJsonObject("Job").put("anyOf", required(OF_A_JOB));
    }

    private static JsonArray required(List<JsonArray> alternatives) {
        return alternatives.stream()
                .map(fields -> new JsonObject().put("required", fields))
                .collect(JsonArray::new, JsonArray::add, JsonArray::addAll);
    }

    /** What is wrong with a value, nothing when it is as the schema says. */
    List<String> violations(JsonObject schema, @Nullable Object value) {
        Validator validator = validators.computeIfAbsent(
                schema,
                one -> Validator.create(JsonSchema.of(one.copy().put("components", components.copy())), OPTIONS));
        OutputUnit found = validator.validate(value);
        return Boolean.TRUE.equals(found.getValid())
                ? List.of()
                : found.getErrors().stream()
                        .map(error -> error.getInstanceLocation() + ": " + error.getError())
                        .toList();
    }
}
