package io.grape.cli.call;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.client.ErrorCode;
import io.grape.client.GrapeException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The events of {@code GET /v1/stream}. When a stream ends, it goes on at the next broker, from the last event; if the first
 * cannot be begun, that is a failure.
 */
public final class EventStream {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int OK = 200;

    /** A broker sends something every 15 s, so one that is silent for so long has stopped. */
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(40);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private final Brokers brokers;
    private final List<String> urls;
    private final String topic;
    private final Duration timeout;
    private final Duration longestSilence;
    private @Nullable String lastId;
    private boolean hasBegun;

    /**
     * A stream about one topic.
     *
     * @param topic such as {@code tube:orders}
     * @param timeout for a broker to begin
     */
    public EventStream(Brokers brokers, String topic, Duration timeout) {
        this(brokers, topic, timeout, LONGEST_SILENCE);
    }

    EventStream(Brokers brokers, String topic, Duration timeout, Duration longestSilence) {
        this.brokers = brokers;
        this.urls = List.of(brokers.urls().split(",", -1));
        this.topic = topic;
        this.timeout = timeout;
        this.longestSilence = longestSilence;
    }

    /** Gets events. */
    public interface Listener {
        /**
         * An event.
         *
         * @param data null: there is no such thing now
         * @return whether there are to be more
         */
        boolean on(JsonNode data);
    }

    /** The line that begins it with curl. */
    public String curl() {
        return CurlLine.of(request(urls.get(0))).replaceFirst("^curl ", "curl -N ");
    }

    /** Reads until the listener has enough. */
    public void read(Listener listener) throws InterruptedException {
        for (int turn = 0; ; turn++) {
            try {
                if (!read(urls.get(turn % urls.size()), listener)) {
                    return;
                }
            } catch (IOException e) {
                if (!hasBegun && turn >= urls.size() - 1) {
                    throw new GrapeException(
                            ErrorCode.UNREACHABLE, brokers.urls() + ": no connection: is a broker there?");
                }
            }
            if (hasBegun) {
                Thread.sleep(Duration.ofSeconds(1).toMillis());
            }
        }
    }

    private HttpRequest request(String url) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(
                        url.replaceFirst("/+$", "") + "/v1/stream?topics=" + URLEncoder.encode(topic, UTF_8)))
                .header("Accept", "text/event-stream")
                .timeout(timeout);
        brokers.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
        if (lastId != null) {
            request.header("Last-Event-ID", lastId);
        }
        return request.build();
    }

    /** Whether there are to be more. */
    private boolean read(String url, Listener listener) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = client.send(request(url), HttpResponse.BodyHandlers.ofInputStream());
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(new LimitedSilence(response.body(), longestSilence), UTF_8))) {
            if (response.statusCode() != OK) {
                refused(lines, response.statusCode());
                return true;
            }
            hasBegun = true;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id: ")) {
                    lastId = line.substring(4);
                } else if (line.startsWith("data: ") && !listener.on(MAPPER.readTree(line.substring(6)))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Once it has begun, a broker that ends or is overloaded is no failure: another goes on. */
    private void refused(BufferedReader body, int status) throws IOException {
        JsonNode problem = MAPPER.readTree(body);
        String code = problem == null ? "" : problem.path("code").asText();
        if (!hasBegun || status < 500) {
            String detail = problem == null ? "" : problem.path("detail").asText();
            throw new GrapeException(
                    ErrorCode.of(code), detail.isEmpty() ? "expected events, got status " + status : detail);
        }
    }
}
