package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.ServerExtension;
import io.grape.server.admission.MemoryBudget;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.http.RawClient.RawAnswer;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a broker keeps of those who wait at many tubes has a bound. */
class WaitingTubesMemoryTest {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final MemoryBudget ENOUGH = new MemoryBudget(64 * 1024 * 1024);
    private static final String MANY_TUBES =
            IntStream.range(0, 100).mapToObj(i -> "t".repeat(100) + i).collect(Collectors.joining(","));

    @RegisterExtension
    final ServerExtension server =
            ServerExtension.withMemory(new MemoryBudgets(new MemoryBudget(150_000), ENOUGH, ENOUGH, ENOUGH, ENOUGH, 1));

    private final Wire wire = Wire.to(server);

    private RawClient waiting() {
        return new RawClient(wire.port())
                .say("POST /v1/consume?tubes=" + MANY_TUBES
                        + "&waitMs=60000 HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer " + server.adminToken()
                        + "\r\n\r\n");
    }

    private int parked() {
        String metrics = wire.send("GET", "/metrics", new byte[0], "Authorization", "Bearer " + server.adminToken())
                .text();
        return metrics.contains("grape_consumers_parked 1.0") ? 1 : 0;
    }

    @Test
    void whereThereIsNoRoomForTheTubesOfAWaitItIsToldToComeBack() {
        try (RawClient first = waiting()) {
            await().atMost(SOON).until(() -> parked() == 1);
            try (RawClient second = waiting()) {
                RawAnswer refused = second.answer();
                assertThat(refused.status()).isEqualTo(503);
                assertThat(refused.body()).contains("OVERLOADED");
            }
            assertThat(parked()).isEqualTo(1);
            first.reset();
        }
        await().atMost(SOON).until(() -> parked() == 0);
        RawClient third = waiting();
        await().atMost(SOON).until(() -> parked() == 1);
        third.close();
    }
}
