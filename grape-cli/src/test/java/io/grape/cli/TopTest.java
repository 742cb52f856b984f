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

/** {@code grape top} without a terminal. */
@GrapeTest
class TopTest {
    @BeforeEach
    void produce(Grape grape) {
        grape.produce(Tube.of("alpha", String.class), NewJob.of("x").delay(Duration.ofHours(1)));
        grape.produce(Tube.of("beta", String.class), NewJob.of("x"));
        grape.tubes().pause("beta", null, null);
    }

    @Test
    void showsTubesAndBrokersOnce(TestBroker broker) {
        Shell.Result once = Shell.of(broker.uri()).run("top", "--once").ok();
        assertThat(once.lines().get(0)).matches("grape top  2[0-9T:-]+Z  health \\w+  by ready");
        assertThat(once.out())
                .containsPattern("(?m)^tubes +\\d+ \\(\\d+ paused\\)  brokers ")
                .containsPattern("(?m)^jobs .* ready")
                .containsPattern(
                        "(?m)^TUBE +READY +DELAYED +RETAINED +FAILED +IN/S +OUT/S +FAIL/S +P95 +OLDEST +STATE$")
                .containsPattern("(?m)^beta +1 +0 +0 +0 +[0-9.]+ +0.0 +0.0 +- +\\w+ +paused\n"
                        + "alpha +0 +1 +0 +0 +[0-9.]+ +0.0 +0.0 +- +-$")
                .containsPattern("(?m)^BROKER +UP +REQ/S +WAITING +CONN +SHED/S +REDIS$");
    }

    @Test
    void sortsAsAskedFor(TestBroker broker) {
        Shell shell = Shell.of(broker.uri());
        assertThat(shell.run("top", "--once", "--sort=delayed").ok().out())
                .containsSubsequence("by delayed", "\nalpha ", "\nbeta ");
        assertThat(shell.run("top", "--once", "--sort=oldest").ok().out()).containsSubsequence("\nbeta ", "\nalpha ");
        assertThat(shell.run("top", "--once", "--sort=name").ok().out()).containsSubsequence("\nalpha ", "\nbeta ");
        assertThat(shell.run("top", "--once", "--sort=size").code()).isEqualTo(2);
    }

    @Test
    void isOneJsonDocument(TestBroker broker) throws Exception {
        JsonNode json = Shell.of(broker.uri()).run("top", "-o", "json").json();
        assertThat(json.path("tubes")).hasSize(2);
        assertThat(json.path("tubes").path(1).path("name").asText()).isEqualTo("beta");
        assertThat(json.path("tubes").path(1).path("ready").asInt()).isEqualTo(1);
        assertThat(json.path("tubes").path(1).path("paused").asBoolean()).isTrue();
        assertThat(json.path("health").asText()).isNotEmpty();
        assertThat(json.path("brokers").isArray()).isTrue();
    }

    @Test
    void theLivePageNeedsATerminal(TestBroker broker) {
        Shell.Result result = Shell.of(broker.uri()).run("top");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).isEqualTo("grape: top: expected a terminal, or --once\n");
        assertThat(Shell.of("http://127.0.0.1:1")
                        .run("top", "--once", "--timeout=1s")
                        .code())
                .isEqualTo(6);
    }
}
