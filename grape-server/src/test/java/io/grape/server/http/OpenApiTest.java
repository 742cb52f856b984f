package io.grape.server.http;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.catalog.KeyOverrideFields;
import io.grape.catalog.TubeFields;
import io.grape.core.ErrorCode;
import io.grape.server.access.Right;
import io.grape.server.http.OpenApi.Operation;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.openapi.Document;
import io.grape.server.http.v1.AckParser;
import io.grape.server.http.v1.JobParser;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The document and the calls say the same. */
class OpenApiTest {
    private static final Pattern PATH_PARAMETER = Pattern.compile("\\{([^}]+)}");
    private static final Pattern REFERENCE = Pattern.compile("\"\\$ref\":\"#/components/([^\"]+)\"");

    private final OpenApi openApi = OpenApi.read();
    private final Map<String, Endpoint> calls =
            HttpApi.calls(FakePorts.behind(() -> new CompletableFuture<>()), () -> false).stream()
                    .collect(toMap(call -> call.method() + " " + call.path(), call -> call));

    private static String key(Operation operation) {
        return operation.method() + " " + operation.path();
    }

    private Endpoint call(Operation operation) {
        return Objects.requireNonNull(calls.get(key(operation)));
    }

    /** Who changes a call or what is told of it copies the file that this leaves. */
    @Test
    void theDocumentIsTheOneThatIsMadeOfTheCalls() throws Exception {
        String made = Document.of(List.copyOf(calls.values()));
        Files.writeString(Path.of("target/openapi.json"), made);
        assertThat(OpenApi.text())
                .as("cp grape-server/target/openapi.json grape-server/src/main/resources/io/grape/server/http/admin/")
                .isEqualTo(made);
    }

    @Test
    void everyCallIsInTheDocumentAndNothingElse() {
        assertThat(openApi.operations().stream().map(OpenApiTest::key))
                .containsExactlyInAnyOrderElementsOf(calls.keySet());
    }

    @Test
    void theParametersOfACallAreThoseOfTheDocument() {
        for (Operation operation : openApi.operations()) {
            assertThat(operation.names("query"))
                    .as(key(operation))
                    .isEqualTo(call(operation).query().stream().sorted().toList());
            assertThat(operation.names("path"))
                    .as(key(operation))
                    .isEqualTo(PATH_PARAMETER
                            .matcher(operation.path())
                            .results()
                            .map(found -> found.group(1))
                            .sorted()
                            .toList());
        }
    }

    @Test
    void aCallThatTakesABodySaysSo() {
        for (Operation operation : openApi.operations()) {
            if (!call(operation).isLenient()) {
                assertThat(operation.body().containsKey("requestBody"))
                        .as(key(operation))
                        .isEqualTo(call(operation).maxBody() > 0);
            }
        }
    }

    @Test
    void whatMustBeThereIsMarkedSo() {
        for (Operation operation : openApi.operations()) {
            if (operation.path().startsWith("/v1/")) {
                String required = operation.parameters().stream()
                        .filter(parameter -> parameter.getString("in").equals("query"))
                        .filter(parameter -> parameter.getBoolean("required", false))
                        .map(parameter -> parameter.getString("name") + "=")
                        .collect(Collectors.joining());
                assertThat(V1Calls.path(call(operation))
                                .replaceFirst("[^?]*\\??", "")
                                .replaceAll("=[^&]*&?", "="))
                        .as(key(operation))
                        .isEqualTo(required);
            }
        }
    }

    @Test
    void whatAnyRequestCanMeetIsInEveryOperation() {
        for (Operation operation : openApi.operations()) {
            assertThat(operation.responses().fieldNames())
                    .as(key(operation))
                    .contains("400", "405", "414", "431", call(operation).isLenient() ? "406" : "415");
        }
    }

    @Test
    void aCallThatNeedsARightSaysHowToSignIn() {
        for (Operation operation : openApi.operations()) {
            boolean isOpen = call(operation).right() == Right.PUBLIC;
            assertThat(operation.body().getJsonArray("security").isEmpty())
                    .as(key(operation))
                    .isEqualTo(isOpen);
            if (!isOpen) {
                assertThat(operation.responses().fieldNames())
                        .as(key(operation))
                        .contains("401", "403");
            }
        }
    }

    /** A client that is generated has to get along with a later broker. */
    @Test
    void responsesMayGetNewFields() {
        JsonObject schemas = openApi.document().getJsonObject("components").getJsonObject("schemas");
        assertThat(schemas.fieldNames().stream()
                        .filter(name ->
                                Boolean.FALSE.equals(schemas.getJsonObject(name).getValue("additionalProperties"))))
                .containsExactlyInAnyOrder(
                        "Acknowledgement",
                        "Change",
                        "ImportedJob",
                        "KeyOverride",
                        "Login",
                        "CheckpointSpec",
                        "GateSpec",
                        "JobSpec",
                        "KeysSpec",
                        "LimitsSpec",
                        "MatchSpec",
                        "OperationSpec",
                        "PreviewSpec",
                        "QuotaSpec",
                        "QuotaRateSpec",
                        "RetrySpec",
                        "ScheduleSpec",
                        "SettingsSpec",
                        "TokenSpec",
                        "PasswordChange",
                        "UserChange");
    }

    /** Generators of clients do not get along with them; only one that may be null is left. */
    @Test
    void nothingIsOneOfSeveral() {
        assertThat(Pattern.compile("\"(oneOf|anyOf|allOf)\":.*?]")
                        .matcher(openApi.document().encode())
                        .results()
                        .map(MatchResult::group))
                .isNotEmpty()
                .allMatch(alternatives -> alternatives.endsWith(",{\"type\":\"null\"}]"));
    }

    @Test
    void everyBodyHasASchema() {
        for (Operation operation : openApi.operations()) {
            JsonObject body = operation.body().getJsonObject("requestBody", new JsonObject());
            for (Map.Entry<String, Object> type : body.getJsonObject("content", new JsonObject())) {
                assertThat(((JsonObject) type.getValue()).getJsonObject("schema"))
                        .as(key(operation) + " " + type.getKey())
                        .isNotNull();
            }
        }
    }

    @Test
    void everyFieldOfABodyIsInTheDocument() {
        JsonObject schemas = openApi.document().getJsonObject("components").getJsonObject("schemas");
        assertThat(schemas.getJsonObject("JobSpec").getJsonObject("properties").fieldNames())
                .containsExactlyInAnyOrderElementsOf(JobParser.FIELDS);
        assertThat(schemas.getJsonObject("Acknowledgement")
                        .getJsonObject("properties")
                        .fieldNames())
                .containsExactlyInAnyOrderElementsOf(AckParser.FIELDS);
        assertThat(schemas.getJsonObject("SettingsSpec")
                        .getJsonObject("properties")
                        .fieldNames())
                .containsExactlyInAnyOrderElementsOf(TubeFields.SETTINGS.names());
        assertThat(schemas.getJsonObject("KeyOverride")
                        .getJsonObject("properties")
                        .fieldNames())
                .containsExactlyInAnyOrderElementsOf(KeyOverrideFields.SCHEMA.names());
        assertThat(schemas.getJsonObject("ErrorCode").getJsonArray("enum").stream()
                        .map(Object::toString))
                .containsExactly(Stream.of(ErrorCode.values()).map(Enum::name).toArray(String[]::new));
    }

    @Test
    void everyComponentIsUsedAndEveryReferenceLeadsSomewhere() {
        TreeSet<String> used = REFERENCE
                .matcher(openApi.document().encode())
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        openApi.operations().stream()
                .flatMap(operation -> operation.body().getJsonArray("security").stream())
                .flatMap(scheme -> ((JsonObject) scheme).fieldNames().stream())
                .forEach(scheme -> used.add("securitySchemes/" + scheme));
        TreeSet<String> written = new TreeSet<>();
        for (Map.Entry<String, Object> kind : openApi.document().getJsonObject("components")) {
            ((JsonObject) kind.getValue()).fieldNames().forEach(name -> written.add(kind.getKey() + "/" + name));
        }
        assertThat(used).isEqualTo(written);
    }

    @Test
    void operationsHaveNamesOfTheirOwn() {
        assertThat(openApi.operations().stream()
                        .map(operation -> operation.body().getString("operationId")))
                .doesNotHaveDuplicates()
                .doesNotContainNull();
    }
}
