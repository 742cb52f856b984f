package io.grape.server.http.openapi;

import io.grape.server.access.Right;
import io.grape.server.http.call.Endpoint;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the document.
 *
 * <p>Paths, parameters, rights, bodies and errors are those of the table of calls. What a call means and which records it takes and
 * gives is in {@link V1Docs} and {@link SystemDocs}, the fields are in the records, the examples in {@code docs/http.md}.
 */
public final class Document {
    private static final Pattern PATH_PARAMETER = Pattern.compile("\\{([^}]+)}");
    private static final int MIB = 1024 * 1024;
    private static final int LINES_DEPTH = 5;

    private record Group(String tag, String about, List<CallDoc> calls) {}

    private static final List<Group> GROUPS = List.of(
            new Group("jobs", "Producing jobs, and looking after those that no consumer holds.", V1Docs.jobs()),
            new Group("consumers", "Taking jobs, and acknowledging them.", V1Docs.consumers()),
            new Group("tubes", "Named queues.", V1Docs.tubes()),
            new Group("bulk", "Work on many jobs in the background. It goes on when its broker ends.", V1Docs.bulk()),
            new Group(
                    "console",
                    "What is going on. Reading it changes nothing and consumes nothing.",
                    SystemDocs.console()),
            new Group("operations", "For those who run brokers.", SystemDocs.operations()),
            new Group("access", "Who may do what, and who did.", SystemDocs.access()),
            new Group(
                    "grape13",
                    "The calls of Grape 1.3, for existing clients. Parameters may also come as fields of a form.",
                    SystemDocs.grape13()));

    private final Schemas schemas = new Schemas();
    private final Examples examples = new Examples();
    private final Parameters parameters = new Parameters(schemas);

    private Document() {}

    /** The document of a table of calls. */
    public static String of(List<Endpoint> calls) {
        return text(new Document().made(calls), 1) + "\n";
    }

    /** Each response, parameter and property has a line of its own. */
    private static String text(JsonObject object, int depth) {
        String indent = "\n" + "  ".repeat(depth);
        return object.stream()
                .map(field -> indent + Json.encode(field.getKey()) + ": " + text(field.getValue(), depth + 1))
                .collect(Collectors.joining(",", "{", indent.substring(0, indent.length() - 2) + "}"));
    }

    private static String text(@Nullable Object value, int depth) {
        return value instanceof JsonObject object && !object.isEmpty() && depth <= LINES_DEPTH
                ? text(object, depth)
                : Json.encode(value);
    }

    private JsonObject made(List<Endpoint> calls) {
        Map<String, Endpoint> open = new TreeMap<>();
        calls.forEach(call -> open.put(call.method() + " " + call.path(), call));
        JsonArray tags = new JsonArray();
        JsonObject paths = new JsonObject();
        for (Group group : GROUPS) {
            tags.add(new JsonObject().put("name", group.tag()).put("description", group.about()));
            for (CallDoc doc : group.calls()) {
                Endpoint call = Objects.requireNonNull(open.remove(doc.call), "no such call: " + doc.call);
                String method = call.method().name().toLowerCase(Locale.ROOT);
                paths.put(
                        call.path(),
                        paths.getJsonObject(call.path(), new JsonObject())
                                .put(method, operation(group.tag(), call, doc)));
            }
        }
        if (!open.isEmpty()) {
            throw new IllegalStateException("not told of in V1Docs or SystemDocs: " + open.keySet());
        }
        JsonObject responses = ErrorReplies.components(schemas, examples);
        return Head.document()
                .put("tags", tags)
                .put("paths", paths)
                .put(
                        "components",
                        new JsonObject()
                                .put("securitySchemes", Head.securitySchemes())
                                .put("parameters", parameters.all())
                                .put("responses", responses)
                                .put("schemas", schemas.named()));
    }

    private JsonObject operation(String tag, Endpoint call, CallDoc doc) {
        JsonObject operation = new JsonObject()
                .put("operationId", doc.id)
                .put("tags", JsonArray.of(tag))
                .put("summary", doc.summary);
        String about = Stream.of(doc.about, right(call))
                .filter(text -> !text.isEmpty())
                .reduce((one, other) -> one + " " + other)
                .orElse("");
        if (!about.isEmpty()) {
            operation.put("description", about);
        }
        operation.put("security", Head.security(call));
        JsonArray named = new JsonArray();
        parameters
                .inOrder(Stream.concat(
                        Stream.concat(pathParameters(call), call.query().stream())
                                .map(doc::parameter),
                        doc.headers.stream()))
                .forEach(key -> named.add(new JsonObject().put("$ref", "#/components/parameters/" + key)));
        if (!named.isEmpty()) {
            operation.put("parameters", named);
        }
        if (doc.body != null) {
            operation.put("requestBody", requestBody(call, doc, doc.body));
        }
        return operation.put("responses", responses(call, doc));
    }

    private static Stream<String> pathParameters(Endpoint call) {
        return PATH_PARAMETER.matcher(call.path()).results().map((MatchResult found) -> found.group(1));
    }

    private static String right(Endpoint call) {
        if (call.right() == Right.PUBLIC) {
            return "";
        }
        Endpoint.Further further = call.further();
        return "Needs the right " + call.right().wireName()
                + (further == null
                        ? "."
                        : "; with " + further.parameter() + "=true also "
                                + further.right().wireName() + ".");
    }

    private JsonObject requestBody(Endpoint call, CallDoc doc, CallDoc.Body body) {
        JsonObject content = new JsonObject();
        body.types().forEach(type -> content.put(type, media(doc, body, type)));
        String size = body.types().contains(CallDoc.ANY)
                ? "At most --max-payload-bytes: 1 MiB by default."
                : "At most "
                        + (call.maxBody() < MIB ? call.maxBody() / 1024 + " KiB." : call.maxBody() / MIB + " MiB.");
        JsonObject written = new JsonObject().put("description", (body.about() + " " + size).strip());
        if (body.required()) {
            written.put("required", true);
        }
        return written.put("content", content);
    }

    /** What may be any bytes may be any JSON: clients that are generated for a language take the first type that they know. */
    private JsonObject media(CallDoc doc, CallDoc.Body body, String type) {
        JsonObject schema = type.equals(CallDoc.JSON) && body.types().contains(CallDoc.ANY)
                ? new JsonObject()
                : body.shape().schema(schemas, true);
        return media(
                schema,
                examples.request(doc, type, "array".equals(schema.getString("type")))
                        .orElse(null));
    }

    private JsonObject responses(Endpoint call, CallDoc doc) {
        Map<Integer, JsonObject> all = new TreeMap<>(ErrorReplies.of(call, doc));
        doc.replies.forEach((status, reply) -> all.put(status, response(doc, status, reply)));
        JsonObject written = new JsonObject();
        new LinkedHashMap<>(all).forEach((status, response) -> written.put(String.valueOf(status), response));
        return written;
    }

    private JsonObject response(CallDoc doc, int status, CallDoc.Reply reply) {
        JsonObject response = new JsonObject().put("description", reply.about());
        if (!reply.headers().isEmpty()) {
            JsonObject headers = new JsonObject();
            reply.headers()
                    .forEach((name, about) -> headers.put(
                            name,
                            new JsonObject()
                                    .put("description", about)
                                    .put("schema", new JsonObject().put("type", "string"))));
            response.put("headers", headers);
        }
        Shape shape = reply.shape();
        return shape == null
                ? response
                : response.put(
                        "content",
                        new JsonObject()
                                .put(
                                        reply.type(),
                                        media(
                                                shape.schema(schemas, false),
                                                examples.reply(doc, status, reply.type())
                                                        .orElse(null))));
    }

    private static JsonObject media(JsonObject schema, @Nullable Object example) {
        JsonObject media = new JsonObject().put("schema", schema);
        return example == null ? media : media.put("example", example);
    }
}
