package io.grape.client.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.client.ClientEvents;
import io.grape.client.Codec;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.Tube;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** More threads call than the client has connections. */
class ManyCallersTest {
    private static final Tube<String> TUBE = Tube.of("mail", Codec.text());
    private static final int CONNECTIONS = 256;
    private static final int CALLERS = CONNECTIONS + 100;
    private static final String NONE = "{\"code\":\"JOB_NOT_FOUND\",\"detail\":\"none\",\"requestId\":\"r\"}";

    private final RawServer server = new RawServer(RawServer.Request::swallow);
    private final ExecutorService callers = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        server.close();
        callers.shutdownNow();
    }

    private Grape grape(Duration limit) {
        return Grape.builder()
                .brokers(server.uri())
                .callTimeout(limit)
                .events(ClientEvents.NONE)
                .build();
    }

    private <T> List<Future<T>> callers(Callable<T> call) {
        return IntStream.range(0, CALLERS).mapToObj(i -> callers.submit(call)).toList();
    }

    @Test
    void allGetTheirResponsesAlthoughAllConnectionsAreBusyForAWhile() throws Exception {
        server.does(request -> {
            // Nobody gets a response before all connections are taken.
            await().atMost(Duration.ofSeconds(60)).until(() -> server.requests().size() >= CONNECTIONS);
            request.respond(404, NONE);
        });
        try (Grape grape = grape(Duration.ofMinutes(2))) {
            for (Future<Boolean> call : callers(() -> grape.peek(TUBE, "a").isPresent())) {
                assertThat(call.get(60, TimeUnit.SECONDS)).isFalse();
            }
        }
        assertThat(server.requests()).hasSize(CALLERS);
        assertThat(server.connections()).isLessThanOrEqualTo(CONNECTIONS);
    }

    @Test
    void waitForAConnectionCountsTowardsTheTimeLimitAndTheErrorSaysSo() throws Exception {
        try (Grape grape = grape(Duration.ofMinutes(2))) {
            // A call that is not repeated keeps its connection until its time is over.
            var unused = callers(() -> grape.kickAll(TUBE, 1));
            await().atMost(Duration.ofSeconds(60)).until(() -> server.requests().size() == CONNECTIONS);
            Grape hasty = grape.within(Duration.ofSeconds(1));
            assertThatThrownBy(() -> hasty.peek(TUBE, "a")).satisfies(ManyCallersTest::saysThatItWaited);
            assertThatThrownBy(() -> hasty.async()
                            .peek(TUBE, "a")
                            .orTimeout(60, TimeUnit.SECONDS)
                            .join())
                    .satisfies(failure -> saysThatItWaited(Objects.requireNonNull(failure.getCause())));
        }
    }

    @Test
    void closeSendsNoneOfTheCallsThatWaitForAConnection() throws Exception {
        List<Future<Integer>> calls;
        try (Grape grape = grape(Duration.ofMinutes(2))) {
            calls = callers(() -> grape.kickAll(TUBE, 1));
            await().atMost(Duration.ofSeconds(60)).until(() -> server.requests().size() == CONNECTIONS);
        }
        for (Future<Integer> call : calls) {
            assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS)).hasMessageContaining("the client is closed");
        }
        assertThat(server.requests()).hasSize(CONNECTIONS);
    }

    private static void saysThatItWaited(Throwable failure) {
        assertThat(failure).isInstanceOfSatisfying(GrapeException.class, ours -> {
            assertThat(ours.code()).isEqualTo(ErrorCode.TIMED_OUT);
            assertThat(ours.detail()).contains("not begun within 1000 ms", "it did not happen");
        });
    }

    /** A callback that calls again must not wait for the connection of its own call. */
    @Test
    void callsFromCallbacksOfOtherCallsDoNotBlockThem() {
        server.does(request -> request.respond(404, NONE));
        try (Grape grape = grape(Duration.ofMinutes(1))) {
            List<CompletableFuture<Boolean>> calls = IntStream.range(0, CALLERS)
                    .mapToObj(i -> grape.async()
                            .peek(TUBE, "a" + i)
                            .thenApply(job -> grape.peek(TUBE, "b" + i).isPresent()))
                    .toList();
            assertThat(calls)
                    .allSatisfy(call -> assertThat(
                                    call.orTimeout(60, TimeUnit.SECONDS).join())
                            .isFalse());
        }
    }
}
