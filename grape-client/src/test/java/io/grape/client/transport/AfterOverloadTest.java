package io.grape.client.transport;

import static io.grape.client.transport.FakeBroker.hangsUp;
import static io.grape.client.transport.FakeBroker.ok;
import static io.grape.client.transport.FakeBroker.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client comes back soon once its broker is well again. The clock of its calls only goes on when told. */
@Tag("slow")
class AfterOverloadTest {
    private static final int MANY = 200;
    private static final Call LOOK = Call.get("peek", "/v1/x");
    private static final Call CONSUME =
            Call.post("consume", "/v1/x").traffic(Traffic.CONSUME).consumes(Duration.ofSeconds(60));

    private final SetClock clock = new SetClock();
    private final FakeBroker broker = new FakeBroker(ok());
    private final Transport transport = new Transport(
            List.of(broker.uri()),
            Duration.ofSeconds(20),
            null,
            CallEvents.NONE,
            new Transport.Sources(new Random(7), clock));

    private String outcome(Call call) {
        return transport
                .failingIfShed()
                .send(call)
                .orTimeout(30, TimeUnit.SECONDS)
                .handle((response, failure) -> failure == null ? "ok" : String.valueOf(failure.getMessage()))
                .join();
    }

    @AfterEach
    void close() {
        transport.close();
        broker.close();
    }

    @Test
    void aQuietClientIsNotKeptAway() {
        broker.does(refuses(503, "OVERLOADED", "Retry-After: 1", "Grape-Overloaded: delay"));
        for (int i = 0; i < MANY; i++) {
            outcome(LOOK);
        }
        broker.does(ok());
        for (int i = 0; i < 10; i++) {
            clock.forward(Duration.ofSeconds(2));
            assertThat(outcome(LOOK)).isEqualTo("ok");
        }
    }

    @Test
    void theConsumeThatIsTheProbeDoesNotWait() {
        broker.does(hangsUp());
        for (int i = 0; i < 20; i++) {
            assertThat(outcome(CONSUME.retry(RetryPolicy.IF_NOT_DONE))).contains("UNREACHABLE");
        }
        assertThat(outcome(CONSUME)).contains("held back by this client");
        broker.does(ok());
        clock.forward(Duration.ofSeconds(3));
        assertThat(outcome(CONSUME)).isEqualTo("ok");
        assertThat(outcome(CONSUME)).isEqualTo("ok");
        assertThat(broker.calls()).hasSize(22);
        assertThat(broker.calls().get(20)).startsWith("POST /v1/x?waitMs=0 ").contains("Grape-Timeout-Ms: 6666\r\n");
        assertThat(broker.calls().get(21)).startsWith("POST /v1/x?waitMs=60000 ");
    }
}
