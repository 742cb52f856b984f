package io.grape.chaos;

import static io.grape.chaos.TubeCalls.call;
import static io.grape.chaos.TubeCalls.refusal;
import static io.grape.chaos.TubeCalls.succeeds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.grape.chaos.stage.Broker;
import io.grape.chaos.stage.Standalone;
import io.grape.harness.Sleep;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker of the release before keys and gates, beside one that has them: it leaves their tubes alone. */
@Tag("apart")
@Tag("long")
@SuppressWarnings("NullAway.Init") // What is built before the first test.
class KeysSideBySideTest {
    /** The last one that knows no layout above 2. */
    private static final String EARLIER = "8bb076f556a6d7067403a229189fd76c0b4a9a4d";

    private static final int OLD = 0;
    private static final int NEW = 1;
    private static final String KEYS = "{\"ttrMs\":5000,\"keys\":{\"concurrency\":1}}";
    private static final String HOLD_EU = "{\"match\":{\"label\":\"eu\"},\"mode\":\"hold\"}";
    /** Longer than the earlier release takes to go over all tubes. */
    private static final long WHILE_MILLIS = 15_000;

    private static List<List<String>> programs;

    @BeforeAll
    static void build(@TempDir Path directory) throws IOException {
        programs = EarlierRelease.andThis(EARLIER, directory, "a broker that knows no keys was");
    }

    @Test
    void anOlderBrokerRefusesATubeWithKeysAndLosesNothing() throws IOException {
        try (Standalone stage = Standalone.open(ShortRound.settings("hand-over", programs))) {
            Broker old = stage.brokers().get(OLD);
            Broker present = stage.brokers().get(NEW);
            old.kill();
            call(present, "PUT", "", "{\"ttrMs\":5000}");
            await().atMost(Duration.ofMinutes(2)).until(() -> succeeds(present, "PUT", "", KEYS));
            for (String id : List.of("a1", "a2", "b1")) {
                call(present, "PUT", "/jobs/" + id + "?key=" + id.charAt(0), id);
            }
            call(present, "PUT", "/jobs/held?labels=eu", "held");
            call(present, "PUT", "/gates/incident", HOLD_EU);
            assertThat(consumed(present)).containsExactlyInAnyOrder("a1", "b1");
            JsonNode before = call(present, "GET", "", "");

            old.launch();
            old.awaitReady();
            for (String[] made : new String[][] {
                {"PUT", "/jobs/new"}, {"POST", "/consume?max=10"}, {"GET", "/jobs/a2"}, {"POST", "/pause"}, {"GET", ""}
            }) {
                assertThat(refusal(old, made[0], made[1], "")).contains("later release");
            }
            // The leases run out, and the older one goes over the tube in its rounds.
            Sleep.millis(WHILE_MILLIS);
            JsonNode after = call(present, "GET", "", "");
            assertThat(after.path("totals").path("produced"))
                    .isEqualTo(before.path("totals").path("produced"));

            call(present, "DELETE", "/gates/incident", "");
            List<String> all = new ArrayList<>();
            await().atMost(Duration.ofMinutes(1)).until(() -> {
                all.addAll(finished(present));
                return all.size() == 4;
            });
            assertThat(all).containsExactlyInAnyOrder("a1", "a2", "b1", "held");
            assertThat(call(present, "GET", "", "")
                            .path("totals")
                            .path("finished")
                            .asInt())
                    .isEqualTo(4);
        }
    }

    @Test
    void noTubeHasKeysWhileAnOlderBrokerLives() throws IOException {
        try (Standalone stage = Standalone.open(ShortRound.settings("hand-over", programs))) {
            Broker present = stage.brokers().get(NEW);
            call(present, "PUT", "", "{}");
            assertThat(refusal(present, "PUT", "", KEYS)).contains("which does not know them");
            assertThat(refusal(present, "PUT", "/gates/incident", HOLD_EU)).contains("which does not know them");
            call(stage.brokers().get(OLD), "PUT", "/jobs/plain", "x");
            assertThat(consumed(present)).containsExactly("plain");
        }
    }

    private static List<String> consumed(Broker broker) {
        List<String> ids = new ArrayList<>();
        call(broker, "POST", "/consume?max=10", "")
                .path("jobs")
                .forEach(job -> ids.add(job.path("id").asText()));
        return ids;
    }

    private static List<String> finished(Broker broker) {
        List<String> ids = new ArrayList<>();
        for (JsonNode job : call(broker, "POST", "/consume?max=10", "").path("jobs")) {
            String id = job.path("id").asText();
            call(
                    broker,
                    "POST",
                    "/jobs/" + id + "/finish?lease=" + job.path("lease").asText(),
                    "");
            ids.add(id);
        }
        return ids;
    }
}
