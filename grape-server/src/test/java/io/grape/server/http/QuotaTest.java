package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.operation.Operations;
import io.grape.server.ServerExtension;
import io.grape.server.http.Wire.Answer;
import io.grape.server.http.console.EventStreams;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How much of what all share one caller may take. */
class QuotaTest {
    @RegisterExtension
    final ServerExtension brokers = ServerExtension.asking(1);

    private String token(String scope) {
        return Wire.to(brokers).token(brokers.adminToken(), "", scope);
    }

    @Test
    void oneCallerLeavesRoomForTheStreamsOfOthers() throws IOException {
        String token = token("read");
        List<HttpURLConnection> open = new ArrayList<>();
        try {
            for (int i = 0; i < EventStreams.MAX_OF_ONE; i++) {
                open.add(stream(token));
                assertThat(open.get(i).getResponseCode()).isEqualTo(200);
            }
            HttpURLConnection refused = stream(token);
            assertThat(refused.getResponseCode()).isEqualTo(429);
            assertThat(refused.getHeaderField("Retry-After")).isEqualTo("1");
            assertThat(new String(refused.getErrorStream().readAllBytes(), UTF_8))
                    .contains("QUOTA_EXCEEDED", "token some has 20 open");
            open.add(stream("Bearer " + brokers.adminToken()));
            assertThat(open.get(EventStreams.MAX_OF_ONE).getResponseCode()).isEqualTo(200);
        } finally {
            open.forEach(HttpURLConnection::disconnect);
        }
    }

    @Test
    void oneCallerLeavesRoomForTheOperationsOfOthers() {
        Wire wire = Wire.to(brokers);
        String[] admin = {"Authorization", "Bearer " + brokers.adminToken()};
        String[] some = {"Authorization", token("admin")};
        String jobs =
                Collections.nCopies(1000, "{\"payload\":1,\"delayMs\":600000}").toString();
        wire.post("/v1/tubes/t/jobs", jobs, admin).is(200);
        String what = "{\"kind\":\"kick\",\"tube\":\"t\",\"state\":\"delayed\",\"perSecond\":1}";
        for (int i = 0; i < Operations.MAX_OF_ONE; i++) {
            String id = wire.post("/v1/operations", what, some).is(202).json().getString("id");
            wire.post("/v1/operations/" + id + "/pause", "", some).is(200);
        }
        Answer refused = wire.post("/v1/operations", what, some).is(429);
        refused.isProblem(429, "QUOTA_EXCEEDED", "operations of some that have not ended: expected fewer than 100");
        wire.post("/v1/operations", what, admin).is(202);
    }

    private HttpURLConnection stream(String token) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                brokers.uri(0, "/v1/stream?topics=operations").toURL().openConnection();
        connection.setRequestProperty("Authorization", token);
        connection.setReadTimeout((int) Duration.ofSeconds(20).toMillis());
        return connection;
    }
}
