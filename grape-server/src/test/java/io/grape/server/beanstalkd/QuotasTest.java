package io.grape.server.beanstalkd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.ServerExtension;
import io.grape.server.http.Wire;
import io.grape.server.http.Wire.Answer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The quota of the token that the port has. */
class QuotasTest {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final String HARDLY = "\"perSecond\":0.00001";

    @RegisterExtension
    final ServerExtension brokers = ServerExtension.asking(1);

    private Answer admin(String method, String path, String body) {
        return Wire.to(brokers)
                .send(method, path, body.getBytes(UTF_8), "Authorization", "Bearer " + brokers.adminToken());
    }

    private void quota(String body) {
        assertThat(admin("PUT", "/v1/quotas/admin", body).status()).isIn(200, 201);
    }

    private long use(String part) {
        return admin("GET", "/v1/quotas/admin", "")
                .is(200)
                .json()
                .getJsonObject("use")
                .getLong(part);
    }

    @Test
    void aPutBeyondItIsOutOfMemoryAndTheConnectionGoesOn() {
        quota("{\"produce\":{" + HARDLY + ",\"burst\":2}}");
        try (WireClient client = WireClient.to(brokers.beanstalkdPort(0))) {
            client.put("a");
            client.put("b");
            assertThat(client.call("put 0 0 60 1\r\nc")).isEqualTo("OUT_OF_MEMORY");
            long first = client.reserve();
            assertThat(client.call("delete " + first)).isEqualTo("DELETED");
            admin("DELETE", "/v1/quotas/admin", "").is(204);
            client.put("d");
        }
    }

    @Test
    void aReserveWaitsUntilAJobIsAllowed() {
        try (WireClient client = WireClient.to(brokers.beanstalkdPort(0))) {
            client.put("a");
            client.put("b");
            quota("{\"consume\":{" + HARDLY + ",\"burst\":1}}");
            long first = client.reserve();
            assertThat(client.call("reserve-with-timeout 0")).isEqualTo("TIMED_OUT");
            assertThat(client.call("reserve-with-timeout 1")).isEqualTo("TIMED_OUT");
            assertThat(client.call("delete " + first)).isEqualTo("DELETED");
            client.send("reserve\r\n");
            await().atMost(SOON)
                    .until(() -> admin("GET", "/v1/quotas/admin", "")
                                    .json()
                                    .getJsonObject("refused")
                                    .getLong("consume")
                            >= 3);
            quota("{\"consume\":{\"perSecond\":1000,\"burst\":5}}");
            assertThat(client.read()).startsWith("RESERVED").endsWith("b");
        }
    }

    @Test
    void whatAConnectionHoldsIsInFlightUntilItEnds() {
        quota("{\"inFlight\":2}");
        try (WireClient other = WireClient.to(brokers.beanstalkdPort(0))) {
            other.put("a");
            other.put("b");
            other.put("c");
            try (WireClient client = WireClient.to(brokers.beanstalkdPort(0))) {
                client.reserve();
                long second = client.reserve();
                assertThat(use("inFlight")).isEqualTo(2);
                assertThat(client.call("reserve-with-timeout 0")).isEqualTo("TIMED_OUT");
                assertThat(client.call("touch " + second)).isEqualTo("TOUCHED");
                assertThat(client.call("release " + second + " 1 0")).isEqualTo("RELEASED");
                client.reserve();
                assertThat(use("inFlight")).isEqualTo(2);
            }
            await().atMost(SOON).until(() -> use("inFlight") == 0);
            other.reserve();
            other.reserve();
        }
    }
}
