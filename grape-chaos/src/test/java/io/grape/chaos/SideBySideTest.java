package io.grape.chaos;

import static io.grape.chaos.TubeCalls.call;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.grape.chaos.fault.Environment;
import io.grape.chaos.fault.FaultType;
import io.grape.chaos.stage.Broker;
import io.grape.chaos.stage.Standalone;
import io.grape.harness.Sleep;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker of an earlier release and one of this, on one Redis: as while brokers are replaced, and when that is taken back. */
@Tag("apart")
@Tag("long")
@SuppressWarnings("NullAway.Init") // What is built before the first test.
class SideBySideTest {
    /** The last one whose tubes have no layout version. */
    private static final String EARLIER = "e97fd068ee404126dc32724e11e70852ee9f73c8";

    private static final int OLD = 0;
    private static final int NEW = 1;
    private static final long WHILE_MILLIS = 15_000;
    private static final long TTR_MILLIS = 3_600_000;

    private static List<List<String>> programs;

    @BeforeAll
    static void build(@TempDir Path directory) throws IOException {
        programs = EarlierRelease.andThis(EARLIER, directory, "two releases side by side were");
    }

    @Test
    void bothServeAndNothingIsLostOrGivenTwice() throws IOException {
        ShortRound.survives(
                Environment.STANDALONE,
                List.of(time(), killed("old-kill", OLD), time(), killed("new-kill", NEW), time()),
                programs);
    }

    private static FaultType<Standalone> time() {
        return new FaultType<>("time", "", scene -> () -> Sleep.millis(WHILE_MILLIS));
    }

    /** The other one serves alone meanwhile, with what this one has left. */
    private static FaultType<Standalone> killed(String name, int broker) {
        return new FaultType<>(name, "", scene -> () -> {
            Broker killed = scene.stage().brokers().get(broker);
            killed.kill();
            Sleep.millis(WHILE_MILLIS);
            killed.launch();
            killed.awaitReady();
        });
    }

    @Test
    void thisReleaseServesWhatTheEarlierMade() throws IOException {
        handsOver(OLD, NEW);
    }

    @Test
    void theEarlierReleaseServesWhatThisMade() throws IOException {
        handsOver(NEW, OLD);
    }

    private static void handsOver(int from, int to) throws IOException {
        try (Standalone stage = Standalone.open(ShortRound.settings("hand-over", programs))) {
            Broker maker = stage.brokers().get(from);
            Broker server = stage.brokers().get(to);
            server.end();
            String held = makeOneOfEach(maker);
            JsonNode made = call(maker, "GET", "", "");
            maker.end();
            server.launch();
            server.awaitReady();
            JsonNode seen = call(server, "GET", "", "");
            assertThat(seen.path("settings").path("ttrMs").asLong()).isEqualTo(TTR_MILLIS);
            assertThat(counts(seen)).isEqualTo(counts(made)).isEqualTo("delayed=1 ready=2 retained=1 failed=1");
            finishAll(server, held);
            JsonNode end = call(server, "GET", "", "");
            assertThat(counts(end)).isEqualTo("delayed=0 ready=0 retained=0 failed=0");
            assertThat(end.path("totals").path("produced").asInt()).isEqualTo(6);
            assertThat(end.path("totals").path("finished").asInt()).isEqualTo(6);
        }
    }

    private static String counts(JsonNode tube) {
        return Stream.of("delayed", "ready", "retained", "failed")
                .map(state -> state + "=" + tube.path("counts").path(state))
                .collect(Collectors.joining(" "));
    }

    /** In each state a job, and two that are ready again; returns the lease of the one that is held. */
    private static String makeOneOfEach(Broker broker) {
        call(broker, "PUT", "", "{\"ttrMs\":" + TTR_MILLIS + "}");
        call(broker, "POST", job("finished", "finish", taken(broker, "finished")), "");
        String held = taken(broker, "held");
        call(broker, "POST", job("buried", "bury", taken(broker, "buried")) + "&reason=tried", "");
        call(broker, "POST", job("kicked", "bury", taken(broker, "kicked")), "");
        call(broker, "POST", job("released", "release", taken(broker, "released")), "");
        call(broker, "POST", "/jobs/kicked/kick", "");
        call(broker, "PUT", "/jobs/delayed?delayMs=" + TTR_MILLIS, "delayed");
        return held;
    }

    /** Makes a job and consumes it; returns its lease. */
    private static String taken(Broker broker, String id) {
        call(broker, "PUT", "/jobs/" + id, id);
        return Objects.requireNonNull(consumed(broker).get(id));
    }

    private static void finishAll(Broker broker, String held) {
        call(broker, "POST", job("held", "finish", held), "");
        assertThat(consumedAndFinished(broker)).containsOnlyKeys("released", "kicked");
        call(broker, "POST", "/jobs/buried/kick", "");
        call(broker, "POST", "/jobs/delayed/kick", "");
        assertThat(consumedAndFinished(broker)).containsOnlyKeys("buried", "delayed");
    }

    private static Map<String, String> consumedAndFinished(Broker broker) {
        Map<String, String> leases = consumed(broker);
        leases.forEach((id, lease) -> call(broker, "POST", job(id, "finish", lease), ""));
        return leases;
    }

    /** The leases of all jobs that are ready, by their ids, which are their payloads too. */
    private static Map<String, String> consumed(Broker broker) {
        Map<String, String> leases = new HashMap<>();
        for (JsonNode job : call(broker, "POST", "/consume?max=10", "").path("jobs")) {
            String id = job.path("id").asText();
            assertThat(Base64.getDecoder().decode(job.path("payloadBase64").asText()))
                    .isEqualTo(id.getBytes(UTF_8));
            leases.put(id, job.path("lease").asText());
        }
        return leases;
    }

    private static String job(String id, String verb, String lease) {
        return "/jobs/" + id + "/" + verb + "?lease=" + lease;
    }
}
