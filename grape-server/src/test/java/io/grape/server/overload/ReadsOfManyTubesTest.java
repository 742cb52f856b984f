package io.grape.server.overload;

import static org.awaitility.Awaitility.await;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads that ask many tubes wait behind acknowledgements. */
class ReadsOfManyTubesTest extends OwnRedis {
    /** One such call may run thousands of scripts. */
    @ParameterizedTest
    @ValueSource(strings = {"/v1/tubes", "/api/tube/stats", "/v1/due-times", "/v1/due-times?tube=t", "/v1/find?id=a"})
    void readOfManyTubesWaitsInTheClassOfReads(String path) {
        long before = looks();
        wire.get(path).is(200);
        await().atMost(SOON).until(() -> looks() > before);
    }

    /** How many looks have left for Redis. */
    private long looks() {
        return wire.get("/metrics")
                .text()
                .lines()
                .filter(line -> line.startsWith("grape_queue_delay_seconds_count{") && line.contains("\"look\""))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
