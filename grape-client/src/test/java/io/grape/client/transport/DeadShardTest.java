package io.grape.client.transport;

import static io.grape.client.transport.FakeBroker.ok;
import static io.grape.client.transport.FakeBroker.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is overloaded may be the broker, or one node of Redis only. */
@Tag("slow")
class DeadShardTest {
    private static final int MANY = 100;
    private static final Call CALL = Call.post("call", "/v1/x");

    private static Transport transport(URI... brokers) {
        return new Transport(
                List.of(brokers),
                Duration.ofSeconds(20),
                null,
                CallEvents.NONE,
                new Transport.Sources(new Random(7), new SetClock()));
    }

    private static String outcome(CompletableFuture<BrokerResponse> call) {
        return call.handle((response, failure) -> failure == null ? "ok" : String.valueOf(failure.getMessage()))
                .join();
    }

    private static FakeBroker broker(String... headers) {
        return new FakeBroker(refuses(
                503,
                "OVERLOADED",
                Stream.concat(Stream.of("Retry-After: 1000"), Stream.of(headers))
                        .toArray(String[]::new)));
    }

    private static void nothingIsHeldBack(FakeBroker broker, Traffic traffic) {
        try (broker;
                Transport transport = transport(broker.uri())) {
            for (int i = 0; i < MANY; i++) {
                assertThat(outcome(transport.failingIfShed().send(CALL.traffic(traffic))))
                        .contains("OVERLOADED: told to");
            }
            assertThat(broker.calls()).hasSize(MANY);
            broker.does(ok());
            assertThat(outcome(transport.failingIfShed().send(CALL.traffic(traffic))))
                    .isEqualTo("ok");
        }
    }

    @ParameterizedTest
    @EnumSource(Traffic.class)
    void theOtherNodesOfRedisGetTheirCalls(Traffic traffic) {
        nothingIsHeldBack(broker("Grape-Overloaded: node"), traffic);
        nothingIsHeldBack(broker("Grape-Overloaded: memory"), traffic);
        nothingIsHeldBack(broker("Grape-Overloaded: of a later release"), traffic);
    }

    @ParameterizedTest
    @EnumSource(Traffic.class)
    void aTubeThatIsBeingRemovedStopsNoOthers(Traffic traffic) {
        nothingIsHeldBack(broker(), traffic);
    }

    @ParameterizedTest
    @ValueSource(strings = {"node", "memory"})
    void theCallsOfADeadNodeWaitNevertheless(String why) {
        try (FakeBroker one = broker("Grape-Overloaded: " + why);
                FakeBroker other = broker("Grape-Overloaded: " + why);
                Transport transport = transport(one.uri(), other.uri())) {
            assertThat(outcome(transport.send(CALL))).contains("OVERLOADED: told to");
            assertThat(one.calls().size() + other.calls().size()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delay", "queue"})
    void aBrokerThatHasTooMuchToDoGetsLess(String why) {
        for (Traffic traffic : List.of(Traffic.CONSUME, Traffic.PRODUCE, Traffic.OTHER)) {
            try (FakeBroker broker = broker("Grape-Overloaded: " + why);
                    Transport transport = transport(broker.uri())) {
                for (int i = 0; i < MANY; i++) {
                    outcome(transport.failingIfShed().send(CALL.traffic(traffic)));
                }
                assertThat(broker.calls()).hasSizeLessThan(MANY / 2);
            }
        }
    }
}
