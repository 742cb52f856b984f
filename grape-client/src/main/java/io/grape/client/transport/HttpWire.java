package io.grape.client.transport;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Sends calls over HTTP/1.1. */
final class HttpWire {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    /** The broker refuses more. */
    private static final long LONGEST_MILLIS = TimeUnit.DAYS.toMillis(1);

    private static final String AGENT = "grape-client/" + version();

    private final HttpClient client;
    private final @Nullable String token;

    HttpWire(HttpClient client, @Nullable String token) {
        this.client = client;
        this.token = token;
    }

    /** The client where nobody gave one. */
    static HttpClient usual(Executor workers) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT)
                .executor(workers)
                .build();
    }

    private static String version() {
        String version = HttpWire.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    /**
     * A request that was sent.
     *
     * @param arriving whether a successful response to it has begun to arrive
     */
    record Sent(CompletableFuture<HttpResponse<byte[]>> response, AtomicBoolean arriving) {}

    /**
     * Throws an IllegalArgumentException if the request is not valid HTTP, for example a header with a line break.
     *
     * @param timeout nanoseconds after which nobody waits for the response
     */
    public Sent send(Broker broker, Call call, Duration wait, long timeout) {
        HttpRequest.Builder request = request(broker, call.target(wait))
                .method(call.method(), publisher(call.body()))
                .header("Grape-Timeout-Ms", Long.toString(millis(timeout)));
        if (call.body() != null) {
            request.header("Content-Type", call.body().contentType());
        }
        call.headers().forEach(request::header);
        return sent(request);
    }

    /** A whole number from 1 on: 0 is no time to the broker, but a mistake. */
    static long millis(long nanos) {
        return Math.min(LONGEST_MILLIS, Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
    }

    private Sent sent(HttpRequest.Builder request) {
        AtomicBoolean arriving = new AtomicBoolean();
        return new Sent(
                client.sendAsync(request.build(), head -> {
                    arriving.set(head.statusCode() / 100 == 2);
                    return BodySubscribers.ofByteArray();
                }),
                arriving);
    }

    private static BodyPublisher publisher(@Nullable RequestBody body) {
        return body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body.bytes());
    }

    /** Asks a broker for its health. */
    Sent health(Broker broker) {
        return sent(request(broker, "/health/ready"));
    }

    private HttpRequest.Builder request(Broker broker, String target) {
        HttpRequest.Builder request = HttpRequest.newBuilder(broker.uri(target)).header("User-Agent", AGENT);
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return request;
    }
}
