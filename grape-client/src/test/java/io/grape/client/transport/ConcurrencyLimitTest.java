package io.grape.client.transport;

import static io.grape.client.transport.FakeBroker.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConcurrencyLimitTest {
    private static final Call CALL = Call.post("finish", "/v1/x");
    private static final int MANY = 2 * ConcurrencyLimit.MAX;

    private static Transport to(FakeBroker broker, Duration timeout) {
        return new Transport(List.of(broker.uri()), timeout, null, CallEvents.NONE);
    }

    private static List<CompletableFuture<BrokerResponse>> send(Transport transport) {
        return IntStream.range(0, MANY).mapToObj(i -> transport.send(CALL)).toList();
    }

    @Test
    void moreCallsThanABrokerTakesWaitTheirTurnAndAllAreAnswered() throws Exception {
        try (FakeBroker broker = new FakeBroker(ok());
                Transport transport = to(broker, Duration.ofMinutes(1))) {
            for (CompletableFuture<BrokerResponse> call : send(transport)) {
                assertThat(call.get(60, TimeUnit.SECONDS).status()).isEqualTo(200);
            }
            assertThat(broker.mostOpen()).isLessThanOrEqualTo(ConcurrencyLimit.MAX);
        }
    }

    @Test
    void whoseTurnDoesNotComeInTimeIsToldSo() {
        try (FakeBroker broker = new FakeBroker(ok())) {
            broker.does(broker.hangs());
            try (Transport transport = to(broker, Duration.ofSeconds(1))) {
                List<CompletableFuture<BrokerResponse>> calls = send(transport);
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> calls.stream().allMatch(CompletableFuture::isDone));
                assertThat(calls).allMatch(CompletableFuture::isCompletedExceptionally);
            }
        }
    }

    @Test
    void aClientThatIsClosedEndsThoseThatWait() {
        try (FakeBroker broker = new FakeBroker(ok())) {
            broker.does(broker.hangs());
            Transport transport = to(broker, Duration.ofMinutes(1));
            List<CompletableFuture<BrokerResponse>> calls = send(transport);
            transport.close();
            await().until(() -> calls.stream().allMatch(CompletableFuture::isDone));
        }
    }
}
