package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.ServerExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A thousand workers at one broker, of which half die at once. */
@Tag("slow")
class ManyWorkersTest {
    private static final int COUNT = 1000;
    private static final Duration SOON = Duration.ofSeconds(60);

    @RegisterExtension
    final ServerExtension brokers = ServerExtension.ofOneAddress(1);

    private String counts(Wire wire, String state) {
        return wire.get("/v1/tubes/t")
                .is(200)
                .json()
                .getJsonObject("counts")
                .getValue(state)
                .toString();
    }

    @Test
    void jobsOfThoseThatDieRunAgainAndThoseOfTheOthersDoNot() throws InterruptedException {
        Wire wire = Wire.to(brokers, 0);
        wire.post(
                        "/v1/tubes/t/jobs",
                        IntStream.range(0, COUNT)
                                .mapToObj(i -> "{\"id\":\"" + i + "\",\"payload\":1,\"ttrMs\":600000}")
                                .collect(Collectors.joining(",", "[", "]")))
                .is(200);
        List<WorkerSocket> streams = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            streams.add(WorkerSocket.open(wire.port(), "worker-00" + i));
            wire.post("/v1/tubes/t/consume", "", "Grape-Worker", "worker-00" + i)
                    .is(200);
        }
        assertThat(counts(wire, "retained")).isEqualTo("1000");
        long start = System.nanoTime();
        for (int i = 0; i < COUNT; i += 2) {
            streams.get(i).reset();
        }
        await().atMost(SOON).until(() -> counts(wire, "ready").equals("500"));
        System.out.println("jobs of 500 of 1,000 workers were ready after "
                + Duration.ofNanos(System.nanoTime() - start).toMillis() + " ms");
        Thread.sleep(3000);
        assertThat(counts(wire, "retained")).as("the living ones keep theirs").isEqualTo("500");
        streams.forEach(WorkerSocket::close);
        await().atMost(SOON).until(() -> counts(wire, "ready").equals("1000"));
    }
}
