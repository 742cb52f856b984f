package io.grape.client.transport;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Calls as HTTP/1.1. */
final class Wire {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final String AGENT = "grape-client/" + version();

    private final HttpClient client;
    private final @Nullable String token;

    Wire(Executor workers, @Nullable String token) {
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT)
                .executor(workers)
                .build();
        this.token = token;
    }

    private static String version() {
        String version = Wire.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    /** Throws an IllegalArgumentException where it cannot be written, such as a header with a line break. */
    CompletableFuture<HttpResponse<byte[]>> send(Broker broker, Call call, Duration wait) {
        HttpRequest.Builder request = request(broker, call.target(wait)).method(call.method(), publisher(call.body()));
        if (call.body() != null) {
            request.header("Content-Type", call.body().contentType());
        }
        call.headers().forEach(request::header);
        return client.sendAsync(request.build(), BodyHandlers.ofByteArray());
    }

    private static BodyPublisher publisher(Call.@Nullable Body body) {
        return body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body.bytes());
    }

    /** Asks a broker whether it can serve. */
    CompletableFuture<HttpResponse<byte[]>> health(Broker broker) {
        return client.sendAsync(request(broker, "/health/ready").build(), BodyHandlers.ofByteArray());
    }

    private HttpRequest.Builder request(Broker broker, String target) {
        HttpRequest.Builder request = HttpRequest.newBuilder(broker.uri(target)).header("User-Agent", AGENT);
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return request;
    }
}
