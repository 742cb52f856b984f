package io.grape.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.chaos.stage.Broker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Calls at a broker for one tube, as its users make them. */
final class TubeCalls {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private TubeCalls() {}

    /** The body of a call that must succeed; rest: what follows the path of the tube. */
    static JsonNode call(Broker broker, String method, String rest, String body) {
        HttpResponse<String> response = send(broker, method, rest, body);
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
        return read(response);
    }

    /** The detail of the 409 that a call must be answered with. */
    static String refusal(Broker broker, String method, String rest, String body) {
        HttpResponse<String> response = send(broker, method, rest, body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(409);
        return read(response).path("detail").asText();
    }

    static boolean succeeds(Broker broker, String method, String rest, String body) {
        return send(broker, method, rest, body).statusCode() < 300;
    }

    private static HttpResponse<String> send(Broker broker, String method, String rest, String body) {
        HttpRequest request = HttpRequest.newBuilder(broker.http().resolve("/v1/tubes/hand-over" + rest))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofString()).join();
    }

    private static JsonNode read(HttpResponse<String> response) {
        try {
            return JSON.readTree(response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
