package io.grape.client.transport;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sends calls over HTTP/1.1. */
final class HttpWire {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    /** The broker refuses more. */
    private static final long LONGEST_MILLIS = TimeUnit.DAYS.toMillis(1);

    private static final String AGENT = "grape-client/" + version();

    private final HttpClient client;
    private final @Nullable String token;
    private final ResponseLimit limit;

    HttpWire(HttpClient client, @Nullable String token, ResponseLimit limit) {
        this.client = client;
        this.token = token;
        this.limit = limit;
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
     * A request that was sent, until its response was read.
     *
     * <p>{@code HttpClient} completes the future of a call on the default executor of CompletableFuture, whatever executor
     * it was given. With one or two processors, that starts a thread for each response. So this completes a future of its
     * own when the body has been read, and then that of the call, which needs no executor any more.
     */
    static final class Sent {
        private final CompletableFuture<WireResponse> response = new CompletableFuture<>();
        private volatile boolean arriving;
        private volatile @Nullable CompletableFuture<HttpResponse<byte[]>> call;

        CompletableFuture<WireResponse> response() {
            return response;
        }

        /** Whether a successful response has begun to arrive. */
        boolean isArriving() {
            return arriving;
        }

        /** Closes the connection, unless the response was read. */
        void cancel() {
            response.cancel(true);
            CompletableFuture<?> sent = call;
            if (sent != null) {
                sent.cancel(true);
            }
        }

        private BoundedBody read(ResponseInfo head, String authority, ResponseLimit limit) {
            boolean isSuccess = head.statusCode() / 100 == 2;
            arriving = isSuccess;
            return new BoundedBody(limit, isSuccess, body -> {
                response.complete(new WireResponse(authority, head.statusCode(), head.headers(), body));
                CompletableFuture<?> sent = call;
                if (sent != null) {
                    sent.complete(null);
                }
            });
        }

        private void sentBy(CompletableFuture<HttpResponse<byte[]>> future, String authority) {
            call = future;
            var unused = future.whenComplete((whole, failure) -> {
                if (failure != null) {
                    response.completeExceptionally(failure);
                } else if (whole != null) {
                    // Only if an HTTP client did not ask for a reader of the body.
                    response.complete(
                            new WireResponse(authority, whole.statusCode(), whole.headers(), whole.body()));
                }
            });
        }
    }

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
        return sent(broker, request);
    }

    /** A whole number from 1 on: 0 is no time to the broker, but a mistake. */
    static long millis(long nanos) {
        return Math.min(LONGEST_MILLIS, Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
    }

    private Sent sent(Broker broker, HttpRequest.Builder request) {
        String authority = broker.base().getAuthority();
        Sent sent = new Sent();
        sent.sentBy(client.sendAsync(request.build(), head -> sent.read(head, authority, limit)), authority);
        return sent;
    }

    private static BodyPublisher publisher(@Nullable RequestBody body) {
        return body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body.bytes());
    }

    /** Asks a broker for its health. */
    Sent health(Broker broker) {
        return sent(broker, request(broker, "/health/ready"));
    }

    private HttpRequest.Builder request(Broker broker, String target) {
        HttpRequest.Builder request = HttpRequest.newBuilder(broker.uri(target)).header("User-Agent", AGENT);
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return request;
    }
}
