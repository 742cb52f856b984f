package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Speaks HTTP to the brokers of a test. */
public final class Wire {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Function<String, URI> uri;

    private Wire(Function<String, URI> uri) {
        this.uri = uri;
    }

    public static Wire to(ServerExtension brokers) {
        return to(brokers, 0);
    }

    /** To one of several brokers. */
    public static Wire to(ServerExtension brokers, int index) {
        return new Wire(path -> brokers.uri(index, path));
    }

    public static Wire to(URI api) {
        return new Wire(path -> URI.create(api + path));
    }

    /** Makes a token for a scope on tubes with a prefix, and returns it as a header says it. */
    String token(String admin, String tubes, String scope) {
        String body = "{\"name\":\"some\",\"scopes\":[\"" + scope + "\"],\"tubes\":[\"" + tubes + "\"]}";
        return "Bearer "
                + post("/v1/tokens", body, "Authorization", "Bearer " + admin)
                        .is(201)
                        .json()
                        .getString("token");
    }

    /** What came back. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Answer(int status, HttpHeaders headers, byte[] bytes) {
        public String text() {
            return new String(bytes, UTF_8);
        }

        public JsonObject json() {
            return new JsonObject(text());
        }

        public String header(String name) {
            return headers.firstValue(name).orElse("");
        }

        /** The jobs, results or tubes of an answer. */
        public JsonArray list(String name) {
            return json().getJsonArray(name);
        }

        public JsonObject first(String name) {
            return list(name).getJsonObject(0);
        }

        public Answer is(int expected) {
            assertThat(status).as(text()).isEqualTo(expected);
            return this;
        }

        /** Checks that it is a problem, whole and with nothing else, and that its detail says so much. */
        public void isProblem(int expected, String code, String detail) {
            assertThat(status).as(text()).isEqualTo(expected);
            assertThat(header("Content-Type")).isEqualTo("application/problem+json");
            JsonObject problem = json();
            List<String> names = new ArrayList<>(List.of("type", "title", "status", "code", "detail", "requestId"));
            if (code.equals("TOO_LARGE")) {
                names.add(names.indexOf("requestId"), "field");
            }
            assertThat(problem.fieldNames()).containsExactlyElementsOf(names);
            assertThat(problem.getString("type")).isEqualTo("about:blank");
            assertThat(problem.getString("title")).isNotBlank();
            assertThat(problem.getInteger("status")).isEqualTo(expected);
            assertThat(problem.getString("code")).isEqualTo(code);
            assertThat(problem.getString("detail")).contains(detail).doesNotContain("Exception", "at io.");
            assertThat(problem.getString("requestId")).isEqualTo(header("X-Request-Id"));
            assertThat(header("Retry-After")).isEqualTo(expected == 503 || expected == 429 ? "1" : "");
        }

        public void isBadRequest(String detail) {
            isProblem(400, "BAD_REQUEST", detail);
        }
    }

    public Answer get(String path) {
        return send("GET", path, new byte[0]);
    }

    public Answer delete(String path) {
        return send("DELETE", path, new byte[0]);
    }

    public Answer put(String path, String body, String... headers) {
        return send("PUT", path, body.getBytes(UTF_8), headers);
    }

    public Answer post(String path) {
        return send("POST", path, new byte[0]);
    }

    public Answer post(String path, String body, String... headers) {
        return send("POST", path, body.getBytes(UTF_8), headers);
    }

    /** Sends a request; headers are names and values by turns. */
    public Answer send(String method, String path, byte[] body, String... headers) {
        HttpRequest.BodyPublisher publisher =
                body.length == 0 ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri.apply(path))
                .method(method, publisher)
                .timeout(Duration.ofSeconds(90));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        try {
            HttpResponse<byte[]> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            return new Answer(response.statusCode(), response.headers(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public int port() {
        return uri.apply("/").getPort();
    }
}
