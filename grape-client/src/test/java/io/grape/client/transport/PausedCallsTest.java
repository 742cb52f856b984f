package io.grape.client.transport;

import static io.grape.client.transport.FakeBroker.ok;
import static io.grape.client.transport.FakeBroker.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A call that pauses before it is sent again leaves its place to others, and then waits for one. */
@Tag("slow")
class PausedCallsTest {
    private static final int PLACES = ConcurrencyLimit.OF_URGENT;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration AMPLE = Duration.ofHours(1);

    private final FakeBroker broker = new FakeBroker(ok());
    private final Transport transport = new Transport(List.of(broker.uri()), AMPLE, null, CallEvents.NONE);

    private static FakeBroker.Behaviour shedsFor(int seconds) {
        return refuses(503, "OVERLOADED", "Retry-After: " + seconds, "Grape-Overloaded: node");
    }

    private static Call ack(String name) {
        return Call.post(name, "/v1/" + name).traffic(Traffic.ACKNOWLEDGE);
    }

    private List<CompletableFuture<BrokerResponse>> send(int calls, String name) {
        return IntStream.range(0, calls)
                .mapToObj(i -> transport.send(ack(name)))
                .toList();
    }

    private long sent(String name) {
        return broker.calls().stream().filter(request -> isOf(name, request)).count();
    }

    private static boolean isOf(String name, String request) {
        return request.startsWith("POST /v1/" + name + " ");
    }

    private static String outcome(CompletableFuture<BrokerResponse> call) {
        return call.orTimeout(60, TimeUnit.SECONDS)
                .handle((response, failure) -> failure == null ? "ok" : String.valueOf(failure.getMessage()))
                .join();
    }

    @AfterEach
    void close() {
        transport.close();
        broker.close();
    }

    @Test
    void othersTakeItsPlace() {
        broker.does((request, socket) -> (isOf("shed", request) ? shedsFor(1000) : ok()).answer(request, socket));
        List<CompletableFuture<BrokerResponse>> shed = send(PLACES, "shed");
        await().atMost(PATIENCE).until(() -> sent("shed") == PLACES);
        assertThat(outcome(transport.send(ack("other")))).isEqualTo("ok");
        assertThat(shed).noneMatch(CompletableFuture::isDone);
    }

    @Test
    void thenItWaitsForOneUntilItsDeadline() {
        CountDownLatch allSent = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        broker.does((request, socket) -> {
            boolean isOther = isOf("other", request);
            (isOther ? done : allSent).await();
            (isOther || sent("patient") > 1 ? ok() : shedsFor(0)).answer(request, socket);
        });
        CompletableFuture<BrokerResponse> patient = transport.send(ack("patient"));
        CompletableFuture<BrokerResponse> hasty =
                transport.within(Duration.ofSeconds(15)).send(ack("hasty").retry(RetryPolicy.IF_NOT_DONE));
        List<CompletableFuture<BrokerResponse>> others = send(PLACES, "other");
        await().atMost(PATIENCE).until(() -> sent("patient") + sent("hasty") + sent("other") == PLACES);
        allSent.countDown();
        await().atMost(PATIENCE).until(() -> sent("other") == PLACES);

        assertThat(outcome(hasty)).contains("OVERLOADED: told to");
        assertThat(sent("hasty")).isEqualTo(1);
        assertThat(sent("patient")).isEqualTo(1);
        done.countDown();
        assertThat(outcome(patient)).isEqualTo("ok");
        assertThat(others).allSatisfy(call -> assertThat(outcome(call)).isEqualTo("ok"));
    }
}
