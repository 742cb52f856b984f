package io.grape.server.http;

import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the call that a request means, by its path and method.
 *
 * <p>A path is split at its slashes first and decoded then, so that a name may hold an encoded slash, or be {@code ..}.
 */
final class CallTable {
    private final Map<Integer, List<Entry>> byLength = new HashMap<>();

    private record Entry(List<String> segments, Call call) {
        @Nullable
        Map<String, String> match(List<String> path) {
            Map<String, String> parameters = new HashMap<>();
            for (int i = 0; i < path.size(); i++) {
                String segment = segments.get(i);
                if (segment.startsWith("{")) {
                    parameters.put(segment.substring(1, segment.length() - 1), path.get(i));
                } else if (!segment.equals(path.get(i))) {
                    return null;
                }
            }
            return parameters;
        }
    }

    /**
     * What was found.
     *
     * @param call null when no call of this path has the method
     * @param parameters the path parameters, decoded
     * @param allowed the methods that the path has, none when there is no such path
     */
    record Found(@Nullable Call call, Map<String, String> parameters, TreeSet<String> allowed) {}

    CallTable(List<Call> calls) {
        for (Call call : calls) {
            List<String> segments = List.of(split(call.path()));
            byLength.computeIfAbsent(segments.size(), any -> new ArrayList<>()).add(new Entry(segments, call));
        }
    }

    /** Finds the call; a HEAD is the GET without its body. */
    Found find(HttpMethod method, String rawPath) {
        HttpMethod wanted = method.equals(HttpMethod.HEAD) ? HttpMethod.GET : method;
        List<String> path =
                Arrays.stream(split(rawPath)).map(Percent::decodedSegment).toList();
        TreeSet<String> allowed = new TreeSet<>();
        for (Entry entry : byLength.getOrDefault(path.size(), List.of())) {
            Map<String, String> parameters = entry.match(path);
            if (parameters != null) {
                if (entry.call().method().equals(wanted)) {
                    return new Found(entry.call(), parameters, allowed);
                }
                allowed.add(entry.call().method().name());
            }
        }
        if (allowed.contains("GET")) {
            allowed.add("HEAD");
        }
        return new Found(null, Map.of(), allowed);
    }

    private static String[] split(String path) {
        return path.split("/", -1);
    }
}
