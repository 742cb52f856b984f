package io.grape.server.http.call;

import io.grape.server.http.json.PercentEncoding;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the call that a request means, by its path and method.
 *
 * <p>A path is split at its slashes first and decoded then, so that a name may hold an encoded slash, or be {@code ..}.
 */
public final class EndpointTable {
    private final Map<Integer, List<Entry>> byLength = new HashMap<>();

    private record Entry(List<String> segments, Endpoint call) {
        boolean matches(List<String> path) {
            for (int i = 0; i < path.size(); i++) {
                if (!isParameter(segments.get(i)) && !segments.get(i).equals(path.get(i))) {
                    return false;
                }
            }
            return true;
        }

        Map<String, String> parameters(List<String> path) {
            Map<String, String> parameters = new HashMap<>();
            for (int i = 0; i < path.size(); i++) {
                String segment = segments.get(i);
                if (isParameter(segment)) {
                    parameters.put(segment.substring(1, segment.length() - 1), path.get(i));
                }
            }
            return parameters;
        }

        private static boolean isParameter(String segment) {
            return segment.startsWith("{");
        }
    }

    /**
     * What was found.
     *
     * @param call null when no call of this path has the method
     * @param parameters the path parameters, decoded
     * @param allowed the methods that the path has, none when there is no such path
     */
    public record Found(@Nullable Endpoint call, Map<String, String> parameters, TreeSet<String> allowed) {}

    public EndpointTable(List<Endpoint> calls) {
        for (Endpoint call : calls) {
            List<String> segments = List.of(split(call.path()));
            byLength.computeIfAbsent(segments.size(), any -> new ArrayList<>()).add(new Entry(segments, call));
        }
    }

    /** Finds the call. */
    public Found find(HttpMethod method, String rawPath) {
        List<String> path = Arrays.asList(split(rawPath));
        path.replaceAll(PercentEncoding::decodedSegment);
        Found found = find(method, path, call -> !call.takes().anything());
        // A target without its first slash is no path, and Problems would not know it for one of Grape 1.3.
        return found.call() == null && found.allowed().isEmpty() && rawPath.startsWith("/")
                ? find(method, withoutEmpty(path), call -> call.takes().anything())
                : found;
    }

    private Found find(HttpMethod method, List<String> path, Predicate<Endpoint> eligible) {
        TreeSet<String> allowed = new TreeSet<>();
        for (Entry entry : byLength.getOrDefault(path.size(), List.of())) {
            Endpoint call = entry.call();
            if (eligible.test(call) && entry.matches(path)) {
                if (call.answers(method)) {
                    return new Found(call, entry.parameters(path), allowed);
                }
                allowed.add(call.method().name());
                if (call.answersHead()) {
                    allowed.add("HEAD");
                }
            }
        }
        return new Found(null, Map.of(), allowed);
    }

    /** The path with one slash where it has several, and none at its end. */
    private static List<String> withoutEmpty(List<String> path) {
        return Stream.concat(Stream.of(""), path.stream().filter(segment -> !segment.isEmpty()))
                .toList();
    }

    private static String[] split(String path) {
        return path.split("/", -1);
    }
}
