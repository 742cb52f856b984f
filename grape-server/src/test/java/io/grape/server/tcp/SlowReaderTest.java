package io.grape.server.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.grape.server.http.RawClient;
import io.grape.server.http.Wire;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Connections whose client does not read. No test here waits for a ttr: it is an hour. */
@Tag("slow")
class SlowReaderTest {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final String CONSUME = "/v1/tubes/t/consume?max=12";

    @RegisterExtension
    final ServerExtension server = ServerExtension.ofReadTime(Duration.ofSeconds(5));

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private void produce(int jobs) {
        wire.put("/v1/tubes/t", "{\"ttrMs\":3600000}");
        for (int i = 0; i < jobs; i++) {
            wire.put("/v1/tubes/t/jobs/" + i, "x".repeat(1024 * 1024)).is(201);
        }
    }

    private int count(String state) {
        return wire.get("/v1/tubes/t").is(200).json().getJsonObject("counts").getInteger(state);
    }

    @Test
    void whoTakesNoByteIsCutOffAndItsJobsGoBackUncounted() {
        produce(12);
        try (RawClient deaf = RawClient.deaf(wire.port())) {
            for (int i = 0; i < 6; i++) {
                deaf.ask("POST", CONSUME);
            }
            // An answer has two jobs, and the second consume is not read before the first is answered.
            await().atMost(SOON).until(() -> wire.get("/metrics").text().contains("grape_handed_back_total 2.0"));
            assertThat(count("ready")).isEqualTo(12);
        }
        JsonObject job = wire.post("/v1/tubes/t/consume").is(200).first("jobs");
        assertThat(job.getInteger("attempt")).isEqualTo(1);
    }

    /** The kernel would take the whole answer, and it would count as written. */
    @Test
    void whoHasReadNothingOfALongAnswerWhenItClosesSwallowsNoJob() {
        produce(2);
        try (RawClient deaf = RawClient.deaf(wire.port()).ask("POST", CONSUME)) {
            deaf.awaitUnread(1);
            await().pollDelay(Duration.ofMillis(500)).until(() -> true);
        }
        await().atMost(SOON).until(() -> count("ready") == 2);
    }

    @Test
    void clientThatReadsInTimeGetsItsJobs() {
        produce(1);
        try (RawClient slow = RawClient.deaf(wire.port()).ask("POST", CONSUME)) {
            assertThat(slow.answer().body()).contains("\"attempt\":1").hasSizeGreaterThan(1024 * 1024);
            assertThat(count("retained")).isEqualTo(1);
            assertThat(slow.ask("GET", "/version").answer().status()).isEqualTo(200);
        }
    }
}
