package io.grape.server.http.call;

import io.grape.server.http.json.PercentEncoding;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Where a call is. A path is split at its slashes first and decoded then, so that a name may hold an encoded slash, or be {@code ..}.
 */
public final class EndpointPath {
    private final Endpoint call;
    private final String[] segments;
    /** Of the path parameters, null where a segment is none. */
    private final @Nullable String[] names;

    EndpointPath(Endpoint call) {
        this.call = call;
        this.segments = split(call.path());
        this.names = new @Nullable String[segments.length];
        for (int i = 0; i < segments.length; i++) {
            names[i] = segments[i].startsWith("{") ? segments[i].substring(1, segments[i].length() - 1) : null;
        }
    }

    Endpoint call() {
        return call;
    }

    /** True for a path that is written as the call's own. */
    boolean matches(String path) {
        int from = 0;
        for (int i = 0; i < segments.length; i++) {
            int slash = path.indexOf('/', from);
            int end = slash < 0 ? path.length() : slash;
            boolean isLast = i == segments.length - 1;
            boolean fits =
                    names[i] != null || (end - from == segments[i].length() && path.startsWith(segments[i], from));
            if (!fits || isLast != slash < 0) {
                return false;
            }
            from = end + 1;
        }
        return true;
    }

    /** What a path has to match: the call may let it have slashes too many. */
    String regex() {
        boolean anything = call.isLenient();
        return IntStream.range(1, segments.length)
                .mapToObj(i -> names[i] == null ? Pattern.quote(segments[i]) : anything ? "[^/]+" : "[^/]*")
                .collect(Collectors.joining(anything ? "/+" : "/", anything ? "/+" : "/", anything ? "/*" : ""));
    }

    /** The path parameters, decoded. Fails with BAD_REQUEST where one is not encoded as it should be. */
    public Map<String, String> parameters(String path) {
        return call.isLenient() ? lenientParameters(split(path)) : strictParameters(path);
    }

    private Map<String, String> lenientParameters(String[] sent) {
        Map<String, String> parameters = new HashMap<>();
        for (int i = 0; i < segments.length; i++) {
            put(parameters, i, sent[i]);
        }
        return parameters;
    }

    private Map<String, String> strictParameters(String path) {
        Map<String, String> parameters = new HashMap<>();
        int from = 0;
        for (int i = 0; i < segments.length; i++) {
            int slash = path.indexOf('/', from);
            int end = slash < 0 ? path.length() : slash;
            if (names[i] != null) {
                put(parameters, i, path.substring(from, end));
            }
            from = end + 1;
        }
        return parameters;
    }

    private void put(Map<String, String> parameters, int segment, String sent) {
        String name = names[segment];
        if (name != null) {
            parameters.put(name, PercentEncoding.decodedSegment(sent));
        }
    }

    private String[] split(String path) {
        return call.isLenient() ? path.split("/+") : path.split("/", -1);
    }
}
