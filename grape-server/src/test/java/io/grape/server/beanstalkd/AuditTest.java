package io.grape.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import io.grape.server.http.Wire;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is done to tubes and to jobs of others is written down, as over HTTP. */
final class AuditTest {
    @RegisterExtension
    final ServerExtension broker = new ServerExtension();

    @RegisterExtension
    final ServerExtension asking = ServerExtension.asking(1);

    private static List<String> entries(String audit) {
        return new JsonObject(audit)
                .getJsonArray("entries").stream()
                        .map(JsonObject.class::cast)
                        .map(entry -> String.join(
                                " ",
                                entry.getString("actor"),
                                entry.getString("action"),
                                entry.getString("tube", ""),
                                entry.getString("target", ""),
                                entry.getString("detail", ""),
                                entry.getString("outcome"),
                                entry.getString("address")))
                        .toList();
    }

    @Test
    void kicksAndPausesAreWrittenDownAndWhatClientsDoAllDayIsNot() {
        try (WireClient client = WireClient.to(broker.beanstalkdPort(0))) {
            long number = client.put("a");
            client.reserve();
            client.call("bury " + number + " 1");
            assertThat(client.call("kick-job " + number)).isEqualTo("KICKED");
            assertThat(client.call("kick 10")).isEqualTo("KICKED 0");
            assertThat(client.call("pause-tube default 5")).isEqualTo("PAUSED");
            assertThat(client.call("pause-tube default 0")).isEqualTo("PAUSED");
            assertThat(client.call("pause-tube nobody 5")).isEqualTo("NOT_FOUND");
            assertThat(client.call("delete " + number)).isEqualTo("DELETED");
            assertThat(entries(broker.call("GET", "/v1/audit").body()))
                    .containsExactlyInAnyOrder(
                            "anonymous tube.pause nobody  pause-tube 5 failed:TUBE_NOT_FOUND 127.0.0.1",
                            "anonymous tube.resume default  pause-tube 0 ok 127.0.0.1",
                            "anonymous tube.pause default  pause-tube 5 ok 127.0.0.1",
                            "anonymous jobs.kick default  max=10 ok 127.0.0.1",
                            "anonymous job.kick default " + number + "  ok 127.0.0.1");
        }
    }

    @Test
    void aTokenThatMayKickIsWrittenDownWithTheJobsItDeletes() {
        try (WireClient client = WireClient.to(asking.beanstalkdPort(0))) {
            long own = client.put("a");
            client.reserve();
            assertThat(client.call("delete " + own)).isEqualTo("DELETED");
            long other = client.put("b");
            assertThat(client.call("delete " + other)).isEqualTo("DELETED");
            String audit = Wire.to(asking)
                    .send("GET", "/v1/audit", new byte[0], "Authorization", "Bearer " + asking.adminToken())
                    .text();
            assertThat(entries(audit))
                    .filteredOn(entry -> entry.contains("job"))
                    .containsExactly("admin job.delete default " + other + "  ok 127.0.0.1");
        }
    }
}
