package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.ServerExtension;
import io.grape.server.admission.CallerLimits;
import io.grape.server.http.Wire.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One token, wherever it calls from, and one address, whoever calls from it, leave room for others. */
class QuotaByNameTest {
    private static final String WAIT = "/v1/tubes/t/consume?waitMs=";

    @RegisterExtension
    final ServerExtension brokers = ServerExtension.crowded(new CallerLimits(100, 100, 1, 1));

    private final Wire wire = Wire.to(brokers);

    private Answer look(String token, String address) {
        return wire.post(WAIT + 1, "", "Authorization", token, "X-Forwarded-For", address);
    }

    private RawClient waits(String token, String address) {
        return new RawClient(wire.port())
                .say("POST " + WAIT + "60000 HTTP/1.1\r\nHost: h\r\nAuthorization: " + token + "\r\nX-Forwarded-For: "
                        + address + "\r\n\r\n");
    }

    @Test
    void aWaitTakesAPlaceOfItsTokenAndOfItsAddressUntilItEnds() {
        String admin = "Bearer " + brokers.adminToken();
        String some = wire.token(brokers.adminToken(), "", "consume");
        RawClient waiting = waits(some, "10.0.0.1");
        await().until(() -> look(some, "10.0.0.2").status() == 429);
        look(some, "10.0.0.2").isProblem(429, "QUOTA_EXCEEDED", "waits: token some has 1 at this broker");
        look(admin, "10.0.0.1").isProblem(429, "QUOTA_EXCEEDED", "waits: address 10.0.0.1 has 1 at this broker");
        look(admin, "10.0.0.3").is(200);
        waiting.reset();
        await().until(() -> look(some, "10.0.0.1").status() == 200);
        for (int i = 0; i < 10; i++) {
            look(some, "10.0.0.1").is(200);
        }
        assertThat(wire.send("GET", "/metrics", new byte[0], "Authorization", admin)
                        .text())
                .containsPattern("grape_refused_total\\{bound=\"waits\"} [1-9]");
    }
}
