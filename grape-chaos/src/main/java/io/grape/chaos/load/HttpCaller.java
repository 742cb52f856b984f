package io.grape.chaos.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.chaos.history.CallOutcome;
import io.grape.chaos.history.Span;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls any broker over HTTP, and gives up in time. It never repeats a call by itself. */
final class HttpCaller {
    /** Longer than a broker waits for Redis. */
    static final Duration PATIENCE = Duration.ofSeconds(4);

    private static final ObjectMapper JSON = new ObjectMapper();
    /** What no fault is a reason for: the broker did something wrong, or we did. */
    private static final Set<String> ODD = Set.of("INTERNAL", "BAD_REQUEST", "TOO_LARGE");

    private static final int MAX_ODD = 20;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(1))
            .build();
    private final List<URI> brokers;
    private final AvailabilityMeter pulse;
    private final Queue<String> odd = new ConcurrentLinkedQueue<>();

    HttpCaller(List<URI> brokers, AvailabilityMeter pulse) {
        this.brokers = List.copyOf(brokers);
        this.pulse = pulse;
    }

    Response post(Random random, String tube, String rest, Duration most) {
        return call(random, "POST", tube, rest, new byte[0], most);
    }

    /** Calls something of a tube. */
    Response call(Random random, String method, String tube, String rest, byte[] body, Duration most) {
        String path = "/v1/tubes/" + tube + rest;
        HttpRequest request = HttpRequest.newBuilder(
                        brokers.get(random.nextInt(brokers.size())).resolve(path))
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        long begun = System.nanoTime();
        Response reply = send(request, begun, most);
        if (reply.outcome() == CallOutcome.DONE) {
            pulse.beat(tube);
        }
        note(path, reply);
        return reply;
    }

    private void note(String path, Response reply) {
        if (odd.size() < MAX_ODD) {
            reply.json().findParents("code").stream()
                    .filter(error -> ODD.contains(error.path("code").asText()))
                    .findFirst()
                    .ifPresent(error -> odd.add(path + ": " + error));
        }
    }

    /** Answers that no fault is a reason for. */
    List<String> odd() {
        return List.copyOf(odd);
    }

    private Response send(HttpRequest request, long begun, Duration most) {
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
        try {
            HttpResponse<byte[]> response = answer.get(most.toMillis(), TimeUnit.MILLISECONDS);
            byte[] body = response.body();
            return Response.read(response.statusCode(), JSON.readTree(body), since(begun));
        } catch (ExecutionException e) {
            return e.getCause() instanceof ConnectException
                    ? Response.unreached(since(begun))
                    : Response.lost(since(begun));
        } catch (TimeoutException | IOException e) {
            // Closes the connection: whoever walks away must not be answered later.
            answer.cancel(true);
            return Response.lost(since(begun));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Response.lost(since(begun));
        }
    }

    private static Span since(long begun) {
        return new Span(begun, System.nanoTime());
    }
}
