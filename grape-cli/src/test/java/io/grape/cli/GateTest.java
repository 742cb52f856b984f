package io.grape.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code grape gate}, {@code grape pause} and {@code grape resume}. */
@GrapeTest
class GateTest {
    private static final Tube<String> TUBE = Tube.of("exports", String.class);

    @BeforeEach
    void produce(Grape grape) {
        grape.produce(TUBE, NewJob.of("x").id("a").labels("pdf"));
        grape.produce(TUBE, NewJob.of("x").id("b").labels("pdf"));
        grape.produce(TUBE, NewJob.of("x").id("c"));
    }

    @Test
    void aGateHoldsAndIsLifted(TestBroker broker, Grape grape) throws Exception {
        Shell shell = Shell.of(broker.uri());
        JsonNode put = shell.run(
                        "gate",
                        "set",
                        "exports",
                        "outage",
                        "--hold",
                        "--label=pdf",
                        "--for=2h",
                        "--reason=down",
                        "-o=json")
                .json();
        assertThat(put.path("mode").asText()).isEqualTo("hold");
        assertThat(put.path("match")).hasToString("{\"label\":\"pdf\"}");
        assertThat(put.path("until").asText()).isNotEmpty();
        assertThat(put.path("matching").asInt()).isEqualTo(2);
        assertThat(put.path("exact").asBoolean()).isTrue();
        assertThat(grape.consume(TUBE, 10, Duration.ZERO)).hasSize(1);
        assertThat(shell.run("gate", "ls", "exports").ok().lines())
                .hasSize(2)
                .last()
                .asString()
                .startsWith("outage  hold  {\"label\":\"pdf\"}");
        Shell.Result declined = shell.interactive().type("no\n", "gate", "rm", "exports", "outage");
        assertThat(declined.code()).isEqualTo(1);
        assertThat(declined.err()).startsWith("lift gate outage of tube exports, which holds ");
        shell.run("gate", "rm", "exports", "outage", "--yes").ok();
        assertThat(grape.tubes().gates("exports").list()).isEmpty();
        assertThat(shell.run("gate", "rm", "exports", "outage", "--yes").code()).isEqualTo(3);
    }

    @Test
    void droppingAsksWithTheCount(TestBroker broker, Grape grape) throws Exception {
        Shell shell = Shell.of(broker.uri());
        JsonNode preview = shell.run("gate", "set", "exports", "purge", "--drop", "--all", "--dry-run", "-o=json")
                .json();
        assertThat(preview.path("matching").asInt()).isEqualTo(3);
        assertThat(preview.path("sample")).hasSize(3);
        Shell.Result declined = shell.interactive().type("n\n", "gate", "set", "exports", "purge", "--drop", "--all");
        assertThat(declined.code()).isEqualTo(1);
        assertThat(declined.err())
                .startsWith("drop 3 ready jobs of tube exports, and all that match from now on? [y/N] ");
        assertThat(grape.tubes().gates("exports").list()).isEmpty();
        shell.run("gate", "set", "exports", "purge", "--bury", "--label=pdf", "--yes")
                .ok();
        assertThat(grape.tubes().gates("exports").list()).hasSize(1);
    }

    @Test
    void aTubeIsPausedAndResumed(TestBroker broker, Grape grape) throws Exception {
        Shell shell = Shell.of(broker.uri());
        JsonNode paused = shell.run("pause", "exports", "--for=1h", "--reason=on fire", "-o=json")
                .json();
        assertThat(paused.path("name").asText()).isEqualTo("exports");
        assertThat(paused.path("paused").path("reason").asText()).isEqualTo("on fire");
        assertThat(paused.path("paused").path("until").asText()).isNotEmpty();
        assertThat(paused.path("counts").path("ready").asInt()).isEqualTo(3);
        assertThat(paused.path("settings").path("ttrMs").asLong()).isEqualTo(60_000);
        assertThat(grape.consume(TUBE, 1, Duration.ZERO)).isEmpty();
        assertThat(shell.run("resume", "exports", "-o=json").json().has("paused"))
                .isFalse();
        assertThat(grape.consume(TUBE, 1, Duration.ZERO)).hasSize(1);
    }

    @Test
    void saysWhatIsWrong(TestBroker broker) {
        Shell shell = Shell.of(broker.uri());
        assertThat(shell.run("pause", "nothing").code()).isEqualTo(3);
        assertThat(shell.run("gate", "ls", "nothing").code()).isEqualTo(3);
        assertThat(shell.run("gate", "set", "exports", "g", "--hold").code()).isEqualTo(2);
        assertThat(shell.run("gate", "set", "exports", "g", "--hold", "--drop", "--all")
                        .code())
                .isEqualTo(2);
        assertThat(shell.run("gate", "set", "exports", "g", "--hold", "--key=k").code())
                .isEqualTo(4);
    }
}
