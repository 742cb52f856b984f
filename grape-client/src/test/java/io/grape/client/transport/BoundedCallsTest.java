package io.grape.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A program may start calls faster than brokers respond. */
class BoundedCallsTest {
    private static final Call PRODUCE = Call.post("produce", "/v1/x").traffic(Traffic.PRODUCE);
    private static final Call ACK = Call.post("acks", "/v1/x").traffic(Traffic.ACKNOWLEDGE);

    private final FakeBroker broker =
            new FakeBroker((request, socket) -> socket.getInputStream().read());
    private final Transport transport =
            new Transport(List.of(broker.uri()), Duration.ofMinutes(5), null, new CallEvents() {});
    private final List<CompletableFuture<BrokerResponse>> calls = new ArrayList<>();

    @AfterEach
    void close() {
        transport.close();
        broker.close();
    }

    private void start(int count, Call call) {
        for (int i = 0; i < count; i++) {
            calls.add(transport.send(call));
        }
    }

    private CallException refusal(Call call) throws Exception {
        try {
            BrokerResponse response = transport.send(call).get(20, TimeUnit.SECONDS);
            throw new AssertionError("expected a refusal, got " + response.status());
        } catch (ExecutionException e) {
            return (CallException) Objects.requireNonNull(e.getCause());
        }
    }

    @Test
    void callBeyondTheMaximumIsRefusedAtOnceAndSaysThatItDidNotHappen() throws Exception {
        start(InFlightCalls.MAX, PRODUCE);
        assertThat(calls).noneMatch(CompletableFuture::isDone);
        CallException refusal = refusal(PRODUCE);
        assertThat(refusal.code()).isEqualTo(CallException.OVERLOADED);
        assertThat(refusal.detail()).contains("10000 calls", "did not happen");
        assertThat(refusal.retryAfter()).isPositive();
        calls.get(0).cancel(true);
        assertThat(transport.send(PRODUCE))
                .as("a call in the place of the cancelled one")
                .isNotDone();
    }

    @Test
    void acknowledgementsHaveRoomOfTheirOwn() throws Exception {
        start(InFlightCalls.MAX, PRODUCE);
        broker.does(FakeBroker.ok());
        assertThat(transport.send(ACK).get(20, TimeUnit.SECONDS).status()).isEqualTo(200);
    }

    /** A call of so many bytes, of which only the number counts. */
    private record Counted(long bytes, boolean isUrgent) implements PendingCall {
        @Override
        public boolean isCounted() {
            return true;
        }

        @Override
        public void begin() {}

        @Override
        public void close() {}

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    @Test
    void bytesOfBodiesAreLimitedToo() {
        InFlightCalls inFlight = new InFlightCalls();
        PendingCall half = new Counted(inFlight.maxBytes() / 2, false);
        assertThat(inFlight.add(half)).isTrue();
        assertThat(inFlight.add(new Counted(inFlight.maxBytes() / 2, false))).isTrue();
        assertThat(inFlight.add(new Counted(2, false))).isFalse();
        assertThat(inFlight.add(new Counted(0, false)))
                .as("a call without a body")
                .isTrue();
        assertThat(inFlight.add(new Counted(2, true))).as("an acknowledgement").isTrue();
        inFlight.remove(half);
        inFlight.remove(half);
        assertThat(inFlight.add(new Counted(inFlight.maxBytes() / 2, false))).isTrue();
        assertThat(inFlight.add(new Counted(2, false))).isFalse();
    }

    @Test
    void bodyOfAnyLengthIsSentIfItIsTheOnlyOne() {
        InFlightCalls inFlight = new InFlightCalls();
        assertThat(inFlight.add(new Counted(inFlight.maxBytes() + 1, false))).isTrue();
    }

    @Test
    void pauseEndsWithTheClose() throws Exception {
        CompletableFuture<?> over = transport.pause(Duration.ofDays(1));
        assertThat(over).isNotDone();
        transport.close();
        over.get(20, TimeUnit.SECONDS);
        transport.pause(Duration.ofDays(1)).get(20, TimeUnit.SECONDS);
    }
}
