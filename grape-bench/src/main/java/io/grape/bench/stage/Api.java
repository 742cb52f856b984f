package io.grape.bench.stage;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.harness.HarnessFailure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A broker's HTTP API, for what is done around a run. Not for load. */
public final class Api {
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final URI base;

    public Api(URI base) {
        this.base = base;
    }

    /** A number in a response, by the name of its field; fails when there is none. */
    public static long number(String json, String field) {
        Matcher found = Pattern.compile("\"" + field + "\":(\\d+)").matcher(json);
        if (!found.find()) {
            throw new HarnessFailure("no number " + field + " in " + json);
        }
        return Long.parseLong(found.group(1));
    }

    /** The first id in a response; fails when there is none. */
    public static String id(String json) {
        Matcher found = ID.matcher(json);
        if (!found.find()) {
            throw new HarnessFailure("no id in " + json);
        }
        return found.group(1);
    }

    public String get(String path) {
        return call("GET", path, "");
    }

    /** The body of the response; fails when the status is not 2xx. */
    public String call(String method, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(base.resolve(path))
                .method(method, HttpRequest.BodyPublishers.ofString(body, UTF_8))
                .build();
        try {
            HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString(UTF_8));
            if (response.statusCode() / 100 != 2) {
                throw new HarnessFailure(method + " " + path + ": " + response.statusCode() + " " + response.body());
            }
            return response.body();
        } catch (IOException e) {
            throw new HarnessFailure(method + " " + path + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessFailure("interrupted", e);
        }
    }
}
