package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.server.ServerExtension;
import io.grape.server.http.HttpDoc.Exchange;
import io.grape.server.http.Wire.Answer;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Problems;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What {@code docs/http.md} shows is what a broker does. */
class HttpDocTest {
    /** Fields whose values differ from run to run. What comes for them is put in place of what the page shows from there on. */
    private static final Set<String> VARYING = Set.of(
            "lease",
            "rev",
            "dueAt",
            "since",
            "createdAt",
            "leaseUntil",
            "nextDueAt",
            "next",
            "requestId",
            "version",
            "oldestReadyMs",
            "lastDeliveredAt",
            "token",
            "at",
            "searched",
            "count",
            "failedAt",
            "finishedAt",
            "keptBytes",
            "firstAt",
            "lastAt",
            "endedAt",
            "latenessMs",
            "ranMs",
            "done",
            "etaMs");

    /** Of jobs, of tokens, of entries of the audit log. */
    private static final String RANDOM_ID = "[A-Za-z0-9]{20}|[0-9a-f]{12}|[0-9]{13}-[0-9]";

    /** What concerns who may is sent to a broker that asks. */
    private static final String OF_ACCESS = "/v1/(session|users|tokens|quotas|audit)\\b.*";

    private static final Pattern SHOWN_TOKEN = Pattern.compile("Bearer (grape_\\S+)");

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final ServerExtension asking = ServerExtension.asking(1);

    private final HttpDoc doc = HttpDoc.read();
    private final Map<String, String> known = new LinkedHashMap<>();

    @Test
    void everyExampleIsAnsweredAsThePageShows() {
        SHOWN_TOKEN.matcher(doc.text()).results().forEach(shown -> known.put(shown.group(1), asking.adminToken()));
        DocumentedCalls documented = new DocumentedCalls(Wire.to(server), OpenApi.read());
        for (Exchange shown : doc.exchanges()) {
            List<String> headers = new ArrayList<>();
            shown.request().headers().forEach((name, value) -> headers.addAll(List.of(name, real(value))));
            String body = Objects.requireNonNullElse(shown.request().body(), "");
            Answer answer = Wire.to(shown.path().matches(OF_ACCESS) ? asking : server)
                    .send(
                            shown.method(),
                            real(shown.path()),
                            real(body).getBytes(UTF_8),
                            headers.toArray(String[]::new));
            String request = shown.method() + " " + shown.path() + "\n" + answer.text();
            assertThat(answer.status()).as(request).isEqualTo(shown.status());
            compare(request, shown.answer(), answer);
            documented.check(shown.method() + " " + real(shown.path()), answer);
        }
    }

    private void compare(String request, HttpDoc.Message shown, Answer answer) {
        String body = shown.body();
        if (body != null && answer.header("Content-Type").endsWith("json")) {
            compare(request, "", Json.decodeValue(body), Json.decodeValue(answer.text()));
            rawPayloads(body).forEach(payload -> assertThat(answer.text()).contains(payload));
        }
        shown.headers()
                .forEach((name, value) ->
                        assertThat(answer.header(name)).as(request).isEqualTo(real(value)));
    }

    /** A payload is shown as it comes, to the byte. */
    private static List<String> rawPayloads(String body) {
        return Pattern.compile("\"payload\":\\{[^}]*}")
                .matcher(body)
                .results()
                .map(found -> found.group())
                .toList();
    }

    private void compare(String request, String name, @Nullable Object shown, @Nullable Object came) {
        if (shown instanceof JsonObject object) {
            assertThat(came).as(request).isInstanceOf(JsonObject.class);
            JsonObject other = (JsonObject) Objects.requireNonNull(came);
            assertThat(other.fieldNames()).as(request).containsExactlyElementsOf(object.fieldNames());
            object.forEach(field -> compare(request, field.getKey(), field.getValue(), other.getValue(field.getKey())));
        } else if (shown instanceof JsonArray array) {
            assertThat(came).as(request).isInstanceOf(JsonArray.class);
            JsonArray other = (JsonArray) Objects.requireNonNull(came);
            assertThat(other.size()).as(request).isEqualTo(array.size());
            for (int i = 0; i < array.size(); i++) {
                compare(request, name, array.getValue(i), other.getValue(i));
            }
        } else if (shown != null && came != null && varies(name, shown)) {
            assertThat(came.getClass()).as(request).isEqualTo(shown.getClass());
            known.put(shown.toString(), came.toString());
        } else {
            assertThat(came instanceof String text ? text : came)
                    .as(request + " " + name)
                    .isEqualTo(shown instanceof String text ? real(text) : shown);
        }
    }

    private boolean varies(String name, Object shown) {
        return VARYING.contains(name)
                || (name.equals("id") && shown.toString().matches(RANDOM_ID) && !known.containsKey(shown.toString()));
    }

    /** What the page shows, with what came before in place of what it shows for it. */
    private String real(String shown) {
        String real = shown;
        for (Map.Entry<String, String> one : known.entrySet()) {
            real = one.getKey().matches("[0-9]{16}|grape_\\S+|" + RANDOM_ID)
                    ? real.replace(one.getKey(), one.getValue())
                    : real;
        }
        return real;
    }

    @Test
    void everyCallOfVersion1IsShown() {
        Set<String> shown = new TreeSet<>();
        for (Exchange exchange : doc.exchanges()) {
            shown.add(exchange.method() + " " + exchange.path().replaceFirst("\\?.*", ""));
        }
        for (Endpoint call : HttpApi.calls(FakePorts.behind(() -> new CompletableFuture<>()), () -> false)) {
            if (!call.path().startsWith("/api/") && V1Calls.ends(call)) {
                String pattern = call.method() + " " + call.path().replaceAll("\\{[^}]+}", "[^/]+");
                assertThat(shown).as(pattern).anyMatch(one -> one.matches(pattern));
            }
        }
    }

    @Test
    void everyErrorIsListedWithItsStatus() {
        Map<String, Integer> listed = new LinkedHashMap<>();
        for (List<String> row : doc.table("Errors")) {
            if (!row.get(0).isEmpty()) {
                listed.put(row.get(0).replace("`", ""), Integer.valueOf(row.get(1)));
            }
        }
        Map<String, Integer> expected = new LinkedHashMap<>();
        for (ErrorCode code : ErrorCode.values()) {
            expected.put(code.name(), Problems.status(code));
        }
        assertThat(listed).isEqualTo(expected);
    }
}
