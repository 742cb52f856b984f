package io.grape.server.http.openapi;

import io.grape.core.ErrorCode;
import io.grape.server.access.Right;
import io.grape.server.http.call.CallClass;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Problems;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The responses that are errors. Which of them a call can have follows from what it is. */
final class ErrorReplies {
    private static final Set<CallClass> NEVER_REFUSED = Set.of(CallClass.ACKNOWLEDGEMENT, CallClass.HEALTH);

    /** What each status of version 1 is called, and what is said of it beside its error codes. */
    private static final Map<Integer, String[]> VERSION_1 = new LinkedHashMap<>();

    static {
        VERSION_1.put(400, new String[] {"BadRequest", "the detail names the value, what was expected, and what came"});
        VERSION_1.put(
                401,
                new String[] {"Unauthenticated", "the broker requires sign-in, and no valid token or session came"});
        VERSION_1.put(403, new String[] {
            "Forbidden",
            "the caller lacks the right that the detail names, or may not use the tube; or a page of another site sent"
                    + " the request"
        });
        VERSION_1.put(404, new String[] {"NotFound", "there is none of this name"});
        VERSION_1.put(405, new String[] {"OtherMethods", "the path has other methods than that of the request"});
        VERSION_1.put(
                409, new String[] {"Conflict", "the state of the tube, the job or the operation does not allow it"});
        VERSION_1.put(413, new String[] {"TooBig", "the body or a payload is too big"});
        VERSION_1.put(414, new String[] {"LongLine", "the request line is too long"});
        VERSION_1.put(415, new String[] {"Compressed", "there is a Content-Encoding other than identity"});
        VERSION_1.put(429, new String[] {
            "Throttled",
            "too many failed logins, or connections, calls, waits, streams, scrapes or open operations of one caller;"
                    + " or the tube is full"
        });
        VERSION_1.put(431, new String[] {"LongHeaders", "the headers are too long"});
        VERSION_1.put(500, new String[] {"Internal", "a fault of the broker; its log tells more under the requestId"});
        VERSION_1.put(503, new String[] {"Unavailable", "try again later"});
        VERSION_1.put(504, new String[] {"Late", "the time that the caller gave was over, and nothing was done"});
    }

    private static final Map<Integer, String> GRAPE_13 = Map.of(
            405, "OtherMethods13",
            406, "NotAcceptable13",
            414, "LongLine",
            431, "LongHeaders");

    private ErrorReplies() {}

    /** Those that a call can have, as references, by their status. */
    static Map<Integer, JsonObject> of(Endpoint call, CallDoc doc) {
        Set<Integer> statuses = new TreeSet<>(doc.errors);
        statuses.addAll(Set.of(400, 405, 414, call.isLenient() ? 406 : 415, 431, 500));
        if (call.right() != Right.PUBLIC) {
            statuses.addAll(Set.of(401, 403));
        }
        if (call.maxBody() > 0) {
            statuses.add(413);
        }
        if (!call.isLenient() && (call.path().contains("{tube}") || call.query().contains("tubes"))) {
            // A later release may have made the tube.
            statuses.add(409);
        }
        if (!NEVER_REFUSED.contains(call.callClass())) {
            statuses.add(429);
            if (!call.isLenient()) {
                statuses.add(504);
            }
        }
        if (!doc.needsNoRedis) {
            statuses.add(503);
        }
        statuses.removeAll(doc.replies.keySet());
        Map<Integer, JsonObject> replies = new LinkedHashMap<>();
        statuses.forEach(status -> replies.put(status, reference(call, status)));
        return replies;
    }

    private static JsonObject reference(Endpoint call, int status) {
        String name = call.isLenient()
                ? GRAPE_13.getOrDefault(status, "Refused13")
                : VERSION_1.getOrDefault(status, new String[] {"of status " + status})[0];
        return new JsonObject().put("$ref", "#/components/responses/" + name);
    }

    static JsonObject components(Schemas schemas, Examples examples) {
        JsonObject all = new JsonObject();
        VERSION_1.forEach((status, told) -> {
            JsonObject body = new JsonObject().put("schema", schemas.of(JobRecords.Problem.class));
            examples.problem(status).ifPresent(example -> body.put("example", example));
            all.put(
                    told[0],
                    reply(codes(status) + ": " + told[1] + ".")
                            .put("content", new JsonObject().put("application/problem+json", body)));
        });
        all.put(
                "Refused13",
                reply("Refused; see docs/grape13.md.")
                        .put(
                                "content",
                                new JsonObject()
                                        .put(
                                                CallDoc.JSON,
                                                new JsonObject()
                                                        .put("schema", schemas.of(SystemRecords.Refusal13.class)))));
        all.put("OtherMethods13", reply("The path has other methods than that of the request. There is no body."));
        all.put("NotAcceptable13", reply("The Accept header does not take JSON. There is no body."));
        header(all, "Unauthenticated", Problems.ASKING, "string", Problems.BEARER);
        header(all, "OtherMethods", "Allow", "string", "The methods of the path.");
        header(all, "OtherMethods13", "Allow", "string", "The methods of the path.");
        header(all, "Throttled", "Retry-After", "integer", "Seconds.");
        header(all, "Unavailable", "Retry-After", "integer", "Seconds.");
        header(
                all,
                "Unavailable",
                "Grape-Overloaded",
                "string",
                "Why the call was shed: delay, queue, memory or node.");
        return all;
    }

    private static JsonObject reply(String description) {
        return new JsonObject().put("description", description);
    }

    private static void header(JsonObject all, String reply, String name, String type, String description) {
        JsonObject header =
                new JsonObject().put("description", description).put("schema", new JsonObject().put("type", type));
        JsonObject told = all.getJsonObject(reply);
        told.put("headers", told.getJsonObject("headers", new JsonObject()).put(name, header));
    }

    private static String codes(int status) {
        String codes = Stream.of(ErrorCode.values())
                .filter(code -> Problems.status(code) == status)
                .map(Enum::name)
                .collect(Collectors.joining(", "));
        return codes.isEmpty() ? ErrorCode.BAD_REQUEST.name() : codes;
    }
}
