package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The check of responses finds what is wrong with them. */
class ResponseSchemasTest {
    private static final String PRODUCED = "Produced";

    private final ResponseSchemas schemas = new ResponseSchemas(OpenApi.read());

    private List<String> violations(String name, String json) {
        return schemas.violations(
                new JsonObject().put("$ref", "#/components/schemas/" + name), new JsonObject(json.replace('\'', '"')));
    }

    @Test
    void aResponseAsDocumentedHasNoViolation() {
        assertThat(violations(
                        PRODUCED,
                        "{'id':'a','tube':'t','state':'ready','created':true,'dueAt':'2027-01-31T09:30:04.000Z'}"))
                .isEmpty();
        assertThat(violations("ProduceResult", "{'id':'a','created':true,'state':'ready'}"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'id':'','tube':'t','state':'ready','created':true,'dueAt':null}",
                "{'id':'a','tube':'-','state':'ready','created':true,'dueAt':null}",
                "{'id':'a','tube':'t','state':'gone','created':true,'dueAt':null}",
                "{'id':'a','tube':'t','state':'ready','created':1,'dueAt':null}",
                "{'id':'a','tube':'t','state':'ready','created':true,'dueAt':'tomorrow'}",
                "{'id':'a','tube':'t','state':'ready','created':true}",
                "{'id':'a','tube':'t','state':'ready','created':true,'dueAt':null,'more':1}"
            })
    void aResponseThatDiffersHasOne(String json) {
        assertThat(violations(PRODUCED, json)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'id':'a'}",
                "{'id':'a','created':true}",
                "{'id':'a','created':true,'state':'ready','error':{'code':'TOO_LARGE','detail':'x'}}"
            })
    void resultMustMatchExactlyOneAlternative(String json) {
        assertThat(violations("ProduceResult", json)).isNotEmpty();
    }
}
