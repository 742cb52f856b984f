package io.grape.server.http.openapi;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What is told of a call beside what the table of calls says. */
final class CallDoc {
    static final String JSON = "application/json";
    static final String BYTES = "application/octet-stream";
    static final String ANY = "*/*";

    record Body(String about, Shape shape, List<String> types, boolean required) {}

    /**
     * A response that is no error.
     *
     * @param shape null = it has no body
     */
    record Reply(String about, @Nullable Shape shape, String type, Map<String, String> headers) {}

    final String call;
    final String id;
    final String summary;
    String about = "";

    @Nullable
    Body body;

    final Map<Integer, Reply> replies = new TreeMap<>();
    final Set<Integer> errors = new TreeSet<>();
    final Set<String> headers = new TreeSet<>();
    boolean needsNoRedis;
    private final Map<String, String> parameters = new HashMap<>();

    private CallDoc(String call, String id, String summary) {
        this.call = call;
        this.id = id;
        this.summary = summary;
    }

    /** The call of a method and a path, such as {@code GET /v1/tubes}. */
    static CallDoc call(String call, String id, String summary) {
        return new CallDoc(call, id, summary);
    }

    CallDoc about(String text) {
        about = text;
        return this;
    }

    /** It takes JSON. */
    CallDoc takes(Shape shape) {
        return takes("", shape);
    }

    CallDoc takes(String what, Shape shape) {
        body = new Body(what, shape, List.of(JSON), true);
        return this;
    }

    /** It takes a body, or none. */
    CallDoc mayTake(String what, Shape shape, String... types) {
        body = new Body(what, shape, List.of(types), false);
        return this;
    }

    /** It responds with JSON. */
    CallDoc gives(int status, String what, Shape shape) {
        return gives(status, what, shape, JSON);
    }

    CallDoc gives(int status, String what, Shape shape, String type) {
        replies.put(status, new Reply(what, shape, type, new TreeMap<>()));
        return this;
    }

    /** It responds without a body. */
    CallDoc gives(int status, String what) {
        replies.put(status, new Reply(what, null, "", new TreeMap<>()));
        return this;
    }

    /** The response of a status comes with a header. */
    CallDoc header(int status, String name, String what) {
        Objects.requireNonNull(replies.get(status)).headers().put(name, what);
        return this;
    }

    /** A header of the request that it reads, as the document calls it. */
    CallDoc with(String parameter) {
        headers.add(parameter);
        return this;
    }

    /** Errors that not every call can have. */
    CallDoc fails(Integer... statuses) {
        errors.addAll(List.of(statuses));
        return this;
    }

    CallDoc needsNoRedis() {
        needsNoRedis = true;
        return this;
    }

    /** Its parameter of a name is another one than that of most calls. */
    CallDoc where(String name, String parameter) {
        parameters.put(name, parameter);
        return this;
    }

    /** What the document calls the parameter of a name. */
    String parameter(String name) {
        return parameters.getOrDefault(name, name);
    }
}
