package io.grape.server.http.openapi;

import static java.util.Map.entry;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import io.grape.core.job.Headers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Map;

/** Values that have no fields: a type of Java stands for each. */
final class Scalars {
    private static final long MAX_MILLIS = Limits.MAX_DURATION.toMillis();

    /** A number of 64 bits. */
    interface Count {}

    /** A number of 32 bits. */
    interface SmallCount {}

    interface Rate {}

    interface Port {}

    interface DelayMs {}

    interface TtrMs {}

    /** The state of a live job. */
    interface LiveState {}

    interface Priority {}

    interface MaxAttempts {}

    interface Reason {}

    interface Signature {}

    interface Percent {}

    interface Note {}

    interface Key {}

    interface Labels {}

    interface Password {}

    interface Base64 {}

    interface Binary {}

    interface AccountName {}

    interface Prefixes {}

    /** Those that the document names. */
    static final Map<Class<?>, JsonObject> NAMED = Map.of(
            TubeName.class,
            text("pattern", "^[A-Za-z0-9+/;.$_()][A-Za-z0-9+/;.$_()-]{0,199}$").put("examples", JsonArray.of("orders")),
            JobId.class,
            text("description", "Any text without control characters. Compared byte for byte.")
                    .put("minLength", 1)
                    .put("maxLength", 200)
                    .put("pattern", "^[^\\u0000-\\u001f\\u007f-\\u009f]*$")
                    .put("examples", JsonArray.of("cancel-8812")),
            Lease.class,
            text("description", "Strictly grows with each delivery of a tube: usable as a fencing token.")
                    .put("pattern", "^[1-9][0-9]{0,15}$")
                    .put("examples", JsonArray.of("1844674407370955")),
            LiveState.class,
            new JsonObject()
                    .put("type", "string")
                    .put(
                            "enum",
                            new JsonArray(JobState.live().stream()
                                    .map(JobState::wireName)
                                    .toList())),
            AccountName.class,
            text("pattern", "^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$").put("examples", JsonArray.of("ann")),
            Prefixes.class,
            new JsonObject()
                    .put("type", "array")
                    .put("description", "Prefixes of names of tubes; an empty text = all.")
                    .put("items", text("maxLength", 200))
                    .put("maxItems", 100),
            Headers.class,
            new JsonObject()
                    .put("type", "object")
                    .put(
                            "description",
                            "The headers of a job. Names and values together have at most " + Limits.MAX_HEADERS_BYTES
                                    + " bytes.")
                    .put("maxProperties", Limits.MAX_HEADERS)
                    .put(
                            "propertyNames",
                            new JsonObject().put("pattern", "^[a-z0-9-]{1," + Limits.MAX_HEADER_NAME_CHARS + "}$"))
                    .put(
                            "additionalProperties",
                            text("maxLength", Limits.MAX_HEADER_VALUE_CHARS)
                                    .put("pattern", "^([!-~]([ -~]*[!-~])?)?$")));

    /** Those that are written out wherever they are used. */
    static final Map<Class<?>, JsonObject> INLINE = Map.ofEntries(
            entry(Object.class, new JsonObject()),
            entry(boolean.class, new JsonObject().put("type", "boolean")),
            entry(Boolean.class, new JsonObject().put("type", "boolean")),
            entry(int.class, new JsonObject().put("type", "integer")),
            entry(Integer.class, new JsonObject().put("type", "integer")),
            entry(long.class, whole64()),
            entry(Long.class, whole64()),
            entry(Double.class, new JsonObject().put("type", "number")),
            entry(String.class, new JsonObject().put("type", "string")),
            entry(Instant.class, text("format", "date-time")),
            entry(Count.class, whole64().put("minimum", 0)),
            entry(SmallCount.class, new JsonObject().put("type", "integer").put("minimum", 0)),
            entry(Rate.class, new JsonObject().put("type", "number").put("minimum", 0)),
            entry(Port.class, new JsonObject().put("type", "integer").put("minimum", -1)),
            entry(DelayMs.class, whole64().put("minimum", 0).put("maximum", MAX_MILLIS)),
            entry(
                    TtrMs.class,
                    whole64().put("minimum", Limits.MIN_TTR.toMillis()).put("maximum", MAX_MILLIS)),
            entry(Priority.class, whole64().put("minimum", 0).put("maximum", Limits.MAX_PRIORITY)),
            entry(
                    MaxAttempts.class,
                    new JsonObject().put("type", "integer").put("minimum", 0).put("maximum", Limits.MAX_ATTEMPTS)),
            entry(Reason.class, text("maxLength", Limits.MAX_REASON_CHARS)),
            entry(Signature.class, text("maxLength", 200)),
            entry(
                    Percent.class,
                    new JsonObject().put("type", "integer").put("minimum", 0).put("maximum", 100)),
            entry(Note.class, text("maxLength", Limits.MAX_NOTE_CHARS)),
            entry(Key.class, text("pattern", "^[A-Za-z0-9._:~-]{1," + Limits.MAX_KEY_CHARS + "}$")),
            entry(
                    Labels.class,
                    new JsonObject()
                            .put("type", "array")
                            .put("items", text("pattern", "^[a-z0-9._:/-]{1," + Limits.MAX_LABEL_CHARS + "}$"))
                            .put("maxItems", Limits.MAX_LABELS)
                            .put("uniqueItems", true)),
            entry(Password.class, text("minLength", 8).put("maxLength", 1000).put("format", "password")),
            entry(Base64.class, text("contentEncoding", "base64")),
            entry(Binary.class, text("format", "binary")));

    private Scalars() {}

    private static JsonObject text(String keyword, Object value) {
        return new JsonObject().put("type", "string").put(keyword, value);
    }

    private static JsonObject whole64() {
        return new JsonObject().put("type", "integer").put("format", "int64");
    }
}
