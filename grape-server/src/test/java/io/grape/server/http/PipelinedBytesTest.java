package io.grape.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.ServerExtension;
import io.grape.server.admission.MemoryBudget;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.http.Wire.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What one address sends behind consumes that wait holds its part of the memory for bodies, and no more. */
class PipelinedBytesTest {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final String ELSEWHERE = "127.0.0.2";
    private static final int BEHIND = 8_000;
    private static final int WITHIN_ITS_PART = 3;
    private static final int PART = WITHIN_ITS_PART * BEHIND - 1;
    private static final int BODIES = 2 * PART;
    private static final MemoryBudget ENOUGH = new MemoryBudget(64 * 1024 * 1024);

    @RegisterExtension
    final ServerExtension server = ServerExtension.withMemory(
            new MemoryBudgets(new MemoryBudget(BODIES, PART), ENOUGH, ENOUGH, ENOUGH, ENOUGH, 1));

    private final Wire wire = Wire.to(server);
    private final List<RawClient> clients = new ArrayList<>();

    @AfterEach
    void close() {
        clients.forEach(RawClient::close);
    }

    private String authorization() {
        return "Bearer " + server.adminToken();
    }

    private void awaitParked(int count) {
        await().atMost(SOON)
                .until(() -> wire.send("GET", "/metrics", new byte[0], "Authorization", authorization())
                        .text()
                        .contains("grape_consumers_parked " + count + ".0"));
    }

    private void wait(int count) {
        for (int i = 0; i < count; i++) {
            clients.add(RawClient.at(ELSEWHERE, wire.port())
                    .say("POST /v1/tubes/t/consume?waitMs=60000 HTTP/1.1\r\nHost: h\r\nAuthorization: "
                            + authorization() + "\r\n\r\n"));
        }
        awaitParked(count);
    }

    private Answer put(int bytes) {
        return wire.send(
                "PUT", "/v1/tubes/u/jobs/a", "x".repeat(bytes).getBytes(US_ASCII), "Authorization", authorization());
    }

    @Test
    void whoHoldsItsPartIsCutOffAndOthersAreServed() {
        wait(10);
        clients.forEach(one -> one.say("x".repeat(BEHIND)));
        awaitParked(WITHIN_ITS_PART);
        put(BODIES - WITHIN_ITS_PART * BEHIND).is(201);
    }

    @Test
    void whatIsHeldIsGivenBackWithItsConnection() {
        wait(WITHIN_ITS_PART);
        clients.forEach(one -> one.say("x".repeat(BEHIND)));
        await().atMost(SOON).until(() -> put(BODIES).status() == 503);
        close();
        await().atMost(SOON).until(() -> put(BODIES).status() != 503);
        assertThat(put(BODIES).status()).isEqualTo(200);
    }
}
