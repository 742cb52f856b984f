package io.grape.client.transport;

import io.grape.client.ErrorCode;
import io.grape.client.GrapeException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/** Sends calls to brokers. */
public final class Transport implements AutoCloseable {
    private final HttpClient client;
    private final URI broker;
    private final Duration timeout;
    private final BiFunction<Integer, byte[], GrapeException> refusals;

    public Transport(List<URI> brokers, Duration timeout, BiFunction<Integer, byte[], GrapeException> refusals) {
        this.client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        this.broker = brokers.get(0);
        this.timeout = timeout;
        this.refusals = refusals;
    }

    /** The answer of a broker; fails with a {@link GrapeException} and nothing else. */
    public CompletableFuture<Answer> send(Call call) {
        HttpRequest.Builder request = HttpRequest.newBuilder(broker.resolve(call.target()))
                .timeout(timeout.plus(call.waiting()))
                .method(
                        call.method(),
                        call.body() == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(
                                        call.body().bytes()));
        if (call.body() != null) {
            request.header("Content-Type", call.body().contentType());
        }
        call.headers().forEach(request::header);
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray())
                .handle((response, failure) -> {
                    if (failure != null) {
                        throw new GrapeException(ErrorCode.UNREACHABLE, failure.toString(), null, failure);
                    }
                    if (response.statusCode() / 100 != 2) {
                        throw refusals.apply(response.statusCode(), response.body());
                    }
                    return new Answer(response.statusCode(), response.body(), false);
                });
    }

    @Override
    public void close() {}
}
