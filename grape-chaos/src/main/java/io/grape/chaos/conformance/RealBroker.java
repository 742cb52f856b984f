package io.grape.chaos.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.harness.HarnessFailure;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The broker behind the player, and the calls that the cases need. */
final class RealBroker {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String url;
    private final String token;

    /**
     * One at an address.
     *
     * @param token empty = none
     */
    RealBroker(URI url, String token) {
        this.url = url.toString().replaceFirst("/$", "");
        this.token = token;
    }

    /** Passes on what a worker sent. */
    HttpResponse<byte[]> pass(String method, String path, Map<String, List<String>> headers, byte[] body)
            throws IOException, InterruptedException {
        return client.send(request(method, path, headers, body), HttpResponse.BodyHandlers.ofByteArray());
    }

    /** The same for a call whose response goes on. */
    HttpResponse<InputStream> open(String path, Map<String, List<String>> headers)
            throws IOException, InterruptedException {
        return client.send(request("GET", path, headers, new byte[0]), HttpResponse.BodyHandlers.ofInputStream());
    }

    private HttpRequest request(String method, String path, Map<String, List<String>> headers, byte[] body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body));
        headers.forEach((name, values) -> {
            if (name.equals("Content-type") || name.equals("Authorization") || name.startsWith("Grape-")) {
                request.header(name, values.get(0));
            }
        });
        return request.build();
    }

    void produce(String tube, String id, String payload, String query) {
        call("PUT", jobPath(tube, id) + "?" + query, payload);
    }

    /** Takes a job from who holds it: a new one of its id is there, due in an hour. */
    void steal(JsonNode job) {
        String tube = job.path("tube").asText();
        call("DELETE", jobPath(tube, job.path("id").asText()) + "?force=true", "");
        produce(tube, job.path("id").asText(), "{}", "delayMs=3600000");
    }

    void handBack(JsonNode job) {
        String path = jobPath(job.path("tube").asText(), job.path("id").asText());
        call("POST", path + "/handback?lease=" + job.path("lease").asText(), "");
    }

    /** Removes a tube if it is there. */
    void remove(String tube) {
        call("PUT", "/v1/tubes/" + tube, "");
        call("DELETE", "/v1/tubes/" + tube + "?confirm=" + tube, "");
    }

    /** Whether a broker is there that takes these calls; fails where not. */
    void check() {
        call("GET", "/v1/tubes?limit=1", "");
    }

    private static String jobPath(String tube, String id) {
        String encoded = URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
        return "/v1/tubes/" + tube + "/jobs/" + encoded;
    }

    private void call(String method, String path, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() / 100 != 2) {
                String detail = JSON.readTree(response.body()).path("detail").asText();
                throw new HarnessFailure(method + " " + path + " is " + response.statusCode() + ": " + detail);
            }
        } catch (IOException e) {
            throw new HarnessFailure("no broker responds at " + url, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessFailure("interrupted", e);
        }
    }
}
