package io.grape.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code grape peek}, and what all words share. */
@GrapeTest
class PeekTest {
    private static final Tube<Map<String, Integer>> TUBE = Tube.of("orders", Codec.json(new TypeReference<>() {}));

    @BeforeEach
    void produce(Grape grape) {
        grape.produce(TUBE, NewJob.of(Map.of("order", 8812)).id("o'1").labels("eu"));
    }

    @Test
    void showsAJob(TestBroker broker) {
        assertThat(Shell.of(broker.uri()).run("peek", "orders", "o'1").ok().out())
                .containsPattern("(?m)^id +o'1$")
                .containsPattern("(?m)^state +ready$")
                .containsPattern("(?m)^labels +\\[\"eu\"]$")
                .containsPattern("(?m)^payload +\\{\"order\":8812}$");
    }

    @Test
    void showsItAsJson(TestBroker broker) throws Exception {
        var json = Shell.of(broker.uri())
                .run("peek", "orders", "o'1", "-o", "json")
                .json();
        assertThat(json.path("state").asText()).isEqualTo("ready");
        assertThat(json.path("payload").path("order").asInt()).isEqualTo(8812);
    }

    @Test
    void sameAsTheCurlLine(TestBroker broker) throws Exception {
        Shell shell = Shell.of(broker.uri()).with("GRAPE_TOKEN", "secret");
        String line = shell.run("peek", "orders", "o'1", "--curl").ok().out();
        assertThat(line).doesNotContain("secret");
        assertThat(Shell.bash(shell.env(), line)).contains("{\"order\":8812}");
    }

    @Test
    void exitsWith3WhereThereIsNoJob(TestBroker broker) {
        Shell.Result result = Shell.of(broker.uri()).run("peek", "orders", "other");
        assertThat(result.code()).isEqualTo(3);
        assertThat(result.err()).isEqualTo("grape: JOB_NOT_FOUND: there is no job 'other' in tube 'orders'\n");
    }

    @Test
    void exitsWith2ForAnUnknownOption(TestBroker broker) {
        Shell.Result result = Shell.of(broker.uri()).run("peek", "orders", "other", "--jsno");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).hasLineCount(1).contains("--jsno");
    }

    @Test
    void exitsWith6WhereNoBrokerIs() {
        Shell.Result result = Shell.of("http://127.0.0.1:1").run("peek", "orders", "other", "--timeout", "1s");
        assertThat(result.code()).isEqualTo(6);
        assertThat(result.err()).hasLineCount(1).startsWith("grape: UNREACHABLE: ");
    }
}
