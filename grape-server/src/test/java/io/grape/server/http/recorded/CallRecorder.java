package io.grape.server.http.recorded;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.server.http.Wire;
import io.grape.server.http.Wire.Answer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends the requests of one group, and records what the broker replies. In a path, a body or a header, {@code <lease>}, {@code
 * <etag>}, {@code <id>}, {@code <token>} and {@code <cursor>} stand for those that a reply had last.
 */
final class CallRecorder {
    /** A placeholder for a request, and where its value comes from. */
    private static final Map<String, Pattern> KNOWN = Map.of(
            "<lease>", Pattern.compile("\"lease\":\"(\\d+)\""),
            "<id>", Pattern.compile("\"id\":\"([A-Za-z0-9]{20})\""),
            "<token>", Pattern.compile("\"id\":\"([0-9a-f]{12})\""),
            "<cursor>", Pattern.compile("\"next\":\"([^\"]+)\""));

    /** The fields that depend on the progress of an operation. */
    private static final Pattern PROGRESS =
            Pattern.compile(",\"(?:state\":\"(?:running|done)\"|endedAt\":\"[^\"]*\"|etaMs\":(?:\\d+|<ms>))");

    private static final List<String> HEADERS =
            List.of("Location", "Retry-After", "Allow", "Grape-State", "Grape-Header-Trace");

    private static final String JSON = "application/json";
    private static final String PROBLEM = "application/problem+json";
    private static final int OK_UNTIL = 300;

    private final Wire wire;
    private final List<RecordedCall> calls = new ArrayList<>();
    private final Map<String, String> known = new HashMap<>();
    private final Map<String, String> etags = new HashMap<>();
    private String last = "";
    private boolean hasNewTube;

    CallRecorder(Wire wire) {
        this.wire = wire;
    }

    /** The texts of all calls so far. */
    List<String> texts() {
        return calls.stream().map(RecordedCall::text).toList();
    }

    /** Sends a request without a body, such as {@code GET /v1/tubes}. */
    boolean send(String request) {
        return send(request, "");
    }

    /**
     * Sends a request, and records the reply.
     *
     * @param request method and path
     * @param headers names and values by turns
     * @return true if the call succeeded
     */
    boolean send(String request, String body, String... headers) {
        Answer answer = answer(request, body, headers);
        if (request.startsWith("DELETE ")) {
            forget(request);
        }
        record(request, body, headers, answer.status(), shown(request, answer));
        return answer.status() < OK_UNTIL;
    }

    /** The same for a batch of one; returns true if that item succeeded. */
    boolean sendItem(String request, String body) {
        return send(request, body) && !last.contains("\"error\":{");
    }

    /** The same, followed by a GET of a path if the call succeeded. */
    boolean sendAndLook(String look, String request, String body, String... headers) {
        boolean isDone = send(request, body, headers);
        if (isDone) {
            send("GET " + look);
        }
        return isDone;
    }

    /** The same without the body of a successful reply, because all of it differs from run to run. */
    void sendForStatus(String request, String body) {
        Answer answer = answer(request, body);
        String reply = answer.status() < OK_UNTIL ? "…" : shown(request, answer);
        record(request, body, new String[0], answer.status(), reply);
    }

    /** Sends a request, and records the reply without the progress of an operation. */
    void sendForOperation(String request) {
        Answer answer = answer(request, "");
        record(
                request,
                "",
                new String[0],
                answer.status(),
                PROGRESS.matcher(Placeholders.of(answer.status(), answer.text()))
                        .replaceAll(""));
    }

    private void record(String request, String body, String[] headers, int status, String reply) {
        String[] methodAndPath = request.split(" ", 2);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < headers.length; i += 2) {
            lines.add(headers[i] + ": " + headers[i + 1]);
        }
        calls.add(new RecordedCall(methodAndPath[0], methodAndPath[1], lines, body, status, reply));
    }

    /** Sends a request that later ones need, and records nothing. Fails if the call fails. */
    void setUp(String request, String body, String... headers) {
        Answer answer = answer(request, body, headers);
        if (answer.status() >= OK_UNTIL) {
            throw new IllegalStateException(request + " " + body + ": " + answer.status() + " " + answer.text());
        }
        forget(request);
        if (!answer.header("ETag").isEmpty()) {
            etags.put(path(request), answer.header("ETag"));
        }
    }

    void setUp(String request) {
        setUp(request, "");
    }

    /** Removes what earlier requests left, if it is there, and records nothing. */
    void cleanUp(String request) {
        answer(request, "");
        forget(request);
    }

    /** A tube or job that is created again in the same millisecond may have the same ETag. */
    private void forget(String request) {
        etags.keySet().removeIf(path -> path.startsWith(path(request)));
    }

    private static String path(String request) {
        return request.split(" ", 2)[1].split("\\?", 2)[0];
    }

    private Answer answer(String request, String body, String... headers) {
        String[] methodAndPath = request.split(" ", 2);
        String[] filled = new String[headers.length];
        for (int i = 0; i < headers.length; i++) {
            filled[i] = filled(headers[i]);
        }
        Answer answer = wire.send(
                methodAndPath[0], filled(methodAndPath[1]), filled(body).getBytes(UTF_8), filled);
        remember(answer);
        return answer;
    }

    private String filled(String text) {
        String filled = text;
        for (Map.Entry<String, String> value : known.entrySet()) {
            filled = filled.replace(value.getKey(), value.getValue());
        }
        return filled;
    }

    private void remember(Answer answer) {
        KNOWN.forEach((name, pattern) -> {
            Matcher found = pattern.matcher(answer.text());
            if (found.find()) {
                known.put(name, found.group(1));
            }
        });
        if (!answer.header("ETag").isEmpty()) {
            known.put("<etag>", answer.header("ETag"));
        }
    }

    private String shown(String request, Answer answer) {
        StringBuilder shown = new StringBuilder();
        String etag = answer.header("ETag");
        if (!etag.isEmpty()) {
            String before = etags.put(path(request), etag);
            shown.append(before == null ? "(ETag) " : before.equals(etag) ? "(same ETag) " : "(new ETag) ");
        }
        for (String name : HEADERS) {
            if (!answer.header(name).isEmpty()) {
                shown.append('(')
                        .append(name)
                        .append(": ")
                        .append(Placeholders.of(answer.status(), answer.header(name)))
                        .append(") ");
            }
        }
        String type = answer.header("Content-Type");
        if (!answer.text().isEmpty() && !type.equals(answer.status() < OK_UNTIL ? JSON : PROBLEM)) {
            shown.append('(').append(type).append(") ");
        }
        String body = Placeholders.of(answer.status(), answer.text());
        boolean isSame = request.startsWith("GET ") && body.equals(last) && answer.status() < OK_UNTIL;
        last = body;
        return shown.append(isSame ? "the same" : withoutZeros(body)).toString();
    }

    /** The first tube is shown as it is. */
    private String withoutZeros(String body) {
        String without = Placeholders.withoutZeros(body);
        if (!hasNewTube && !Objects.equals(without, body)) {
            hasNewTube = true;
            return body;
        }
        return without;
    }
}
