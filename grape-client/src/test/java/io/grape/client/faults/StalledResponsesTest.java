package io.grape.client.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.client.AsyncGrape;
import io.grape.client.ClientEvents;
import io.grape.client.Codec;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.NewJob;
import io.grape.client.OnDuplicate;
import io.grape.client.Tube;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The time limit of a call covers the body of its response. */
class StalledResponsesTest {
    private static final Tube<String> TUBE = Tube.of("mail", Codec.text());
    private static final Duration LIMIT = Duration.ofSeconds(3);
    /** A call that reads the whole body takes longer. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int LENGTH = 10_000;

    private final Set<Integer> left = ConcurrentHashMap.newKeySet();
    private final RawServer server = new RawServer(request -> {});

    /** How a response stalls. */
    enum Stall {
        AFTER_HEADERS,
        ONE_BYTE_A_SECOND,
        ERROR_AFTER_HEADERS
    }

    @AfterEach
    void close() {
        server.close();
    }

    private Grape grape(boolean ofUser) {
        var builder = Grape.builder().brokers(server.uri()).callTimeout(LIMIT).events(ClientEvents.NONE);
        return ofUser ? builder.httpClient(HttpClient.newHttpClient()).build() : builder.build();
    }

    private void stall(Stall how) {
        server.does(request -> {
            request.body();
            request.writeHead(how == Stall.ERROR_AFTER_HEADERS ? 500 : 200, LENGTH);
            try {
                for (int i = 0; how == Stall.ONE_BYTE_A_SECOND && i < LENGTH; i++) {
                    request.write(" ");
                    TimeUnit.SECONDS.sleep(1);
                }
                request.swallow();
            } finally {
                left.add(request.connection());
            }
        });
    }

    private static void timesOut(ThrowingCallable call) {
        long began = System.nanoTime();
        assertThatThrownBy(call).satisfies(failure -> {
            Throwable cause = failure instanceof GrapeException ? failure : failure.getCause();
            assertThat(cause)
                    .isInstanceOfSatisfying(
                            GrapeException.class,
                            ours -> assertThat(ours.code()).isEqualTo(ErrorCode.TIMED_OUT));
        });
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(PATIENCE);
    }

    private static Object join(CompletableFuture<?> call) {
        return call.orTimeout(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    private void awaitAllLeft() {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(left)
                        .containsAll(server.requests().stream()
                                .map(RawServer.Request::connection)
                                .toList()));
    }

    @ParameterizedTest
    @EnumSource(Stall.class)
    void blockingCallEndsAndClosesItsConnection(Stall how) {
        stall(how);
        try (Grape grape = grape(false)) {
            timesOut(() -> grape.produce(TUBE, "x"));
            timesOut(() -> grape.produce(TUBE, NewJob.of("x").onDuplicate(OnDuplicate.REJECT)));
            timesOut(() -> grape.consume(TUBE, 1, Duration.ZERO));
            timesOut(() -> grape.peek(TUBE, "a"));
            awaitAllLeft();
        }
    }

    @ParameterizedTest
    @EnumSource(Stall.class)
    void asynchronousCallEndsAndClosesItsConnection(Stall how) {
        stall(how);
        try (Grape grape = grape(false)) {
            allTimeOut(grape.async());
            awaitAllLeft();
        }
    }

    @ParameterizedTest
    @EnumSource(Stall.class)
    void callOverTheHttpClientOfTheUserEnds(Stall how) {
        stall(how);
        try (Grape grape = grape(true)) {
            allTimeOut(grape.async());
            timesOut(() -> grape.produce(TUBE, "x"));
        }
    }

    private static void allTimeOut(AsyncGrape grape) {
        List<CompletableFuture<?>> calls = Stream.<CompletableFuture<?>>of(
                        grape.produce(TUBE, "first"),
                        grape.produce(TUBE, "shared"),
                        grape.produce(TUBE, "shared, too"),
                        grape.produceAll(TUBE, List.of(NewJob.of("x"), NewJob.of("y")))
                                .thenApply(results -> {
                                    throw results.get(0).failure();
                                }),
                        grape.consume(TUBE, 1, Duration.ofSeconds(1)))
                .toList();
        calls.forEach(call -> timesOut(() -> join(call)));
    }
}
