package io.grape.client.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.client.ClientEvents;
import io.grape.client.Codec;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.NewJob;
import io.grape.client.OnDuplicate;
import io.grape.client.Produced;
import io.grape.client.Tube;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A balancer or a firewall drops connections that the client keeps for its next calls. */
class IdleConnectionsTest {
    private static final Duration LIMIT = Duration.ofSeconds(12);
    /** An attempt has a third of the time limit; far more than one attempt fails the test. */
    private static final Duration WELL_BELOW = Duration.ofSeconds(9);

    private static final String PRODUCED = "{\"id\":\"a\",\"created\":true,\"state\":\"ready\"}";
    private static final int IDLE = 6;

    private final RawServer server = new RawServer(IdleConnectionsTest::produced);
    private final Grape grape = Grape.builder()
            .brokers(server.uri())
            .callTimeout(LIMIT)
            .events(ClientEvents.NONE)
            .build();

    private static void produced(RawServer.Request request) throws IOException {
        request.body();
        request.respond(200, PRODUCED);
    }

    @AfterEach
    void close() {
        grape.close();
        server.close();
    }

    private static Tube<String> tube(int number) {
        return Tube.of("tube" + number, Codec.text());
    }

    /** Leaves so many connections in the client's pool. */
    private void openConnections() {
        server.does(request -> {
            request.body();
            await().until(() -> server.requests().size() >= IDLE);
            request.respond(200, PRODUCED);
        });
        List<CompletableFuture<Produced>> calls = IntStream.range(0, IDLE)
                .mapToObj(i -> grape.async().produce(tube(i), "x"))
                .toList();
        calls.forEach(call -> call.orTimeout(30, TimeUnit.SECONDS).join());
        assertThat(server.connections()).isEqualTo(IDLE);
    }

    private void swallowOnOldConnections() {
        server.does(request -> {
            if (request.connection() <= IDLE) {
                request.swallow();
            } else {
                produced(request);
            }
        });
    }

    @Test
    void connectionsThatWereDroppedWithoutAWordCostOneShortRetry() {
        openConnections();
        swallowOnOldConnections();
        long began = System.nanoTime();
        assertThat(grape.produce(tube(0), "x").created()).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(WELL_BELOW);
    }

    @Test
    void produceThatMustNotBeRepeatedFailsOnceAndTheNextUsesANewConnection() {
        openConnections();
        swallowOnOldConnections();
        Grape hasty = grape.within(Duration.ofSeconds(2));
        NewJob<String> job = NewJob.of("x").onDuplicate(OnDuplicate.REJECT);
        assertThatThrownBy(() -> hasty.produce(tube(0), job))
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.TIMED_OUT));
        assertThat(hasty.produce(tube(0), job).created()).isTrue();
    }

    @Test
    void connectionsThatWereResetWhileIdleAreNotUsedAgain() throws Exception {
        openConnections();
        int before = server.requests().size();
        for (Socket socket : server.sockets()) {
            socket.setSoLinger(true, 0);
            socket.close();
        }
        server.does(IdleConnectionsTest::produced);
        long began = System.nanoTime();
        assertThat(grape.produce(tube(0), "x").created()).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(WELL_BELOW);
        assertThat(server.requests()).hasSize(before + 1);
    }

    @Test
    void requestThatWasReadOnAnOldConnectionIsNotSentAgainWhereThatIsNotSafe() {
        openConnections();
        int before = server.requests().size();
        server.does(request -> {
            request.body();
            request.reset();
        });
        NewJob<String> job = NewJob.of("x").onDuplicate(OnDuplicate.REJECT);
        assertThatThrownBy(() -> grape.produce(tube(0), job)).isInstanceOfSatisfying(GrapeException.class, failure -> {
            assertThat(failure.code()).isEqualTo(ErrorCode.UNREACHABLE);
            assertThat(failure.detail()).contains("it may have happened");
        });
        assertThat(server.requests()).hasSize(before + 1);
    }

    @Test
    void requestThatWasReadOnAnOldConnectionIsSentAgainWhereThatIsSafe() {
        openConnections();
        int before = server.requests().size();
        server.does(request -> {
            request.body();
            if (server.requests().size() == before + 1) {
                request.reset();
            } else {
                request.respond(200, PRODUCED);
            }
        });
        assertThat(grape.produce(tube(0), NewJob.of("x").id("a")).id()).isEqualTo("a");
        assertThat(server.requests()).hasSize(before + 2);
        assertThat(server.requests().get(before).line())
                .isEqualTo(server.requests().get(before + 1).line());
    }
}
