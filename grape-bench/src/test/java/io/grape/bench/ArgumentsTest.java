package io.grape.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.bench.scenario.ScenarioOptions;
import io.grape.bench.scenario.Scenarios;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
    private static Arguments read(String... arguments) {
        return Arguments.read(List.of(arguments), Scenarios.ALL);
    }

    private static ScenarioOptions given(String... arguments) {
        Arguments order = read(arguments);
        return order.given(order.scenarios().get(0));
    }

    @Test
    void whatIsNotGivenHasItsDefault() {
        ScenarioOptions given = given("lives", "--runs", "5", "--connections=2,4", "--alone");
        assertThat(given.whole("runs")).isEqualTo(5);
        assertThat(given.wholes("connections")).containsExactly(2, 4);
        assertThat(given.flag("alone")).isTrue();
        assertThat(given.whole("seconds")).isEqualTo(5);
        assertThat(given("lives").flag("alone")).isFalse();
    }

    @Test
    void aServerOfGrape13MayStandBehindItsWord() {
        assertThat(given("grape13", "http://127.0.0.1:8080").text("url")).isEqualTo("http://127.0.0.1:8080");
        refused("unknown option: --url", "lives", "http://127.0.0.1:8080");
    }

    @Test
    void aPasswordIsNotShown() {
        ScenarioOptions given = given("lives", "--redis", "redis://:secret@localhost:6379/1");
        assertThat(given.text("redis")).contains("secret");
        assertThat(given.shown()).containsEntry("redis", "redis://***@localhost:6379/1");
    }

    @Test
    void allIsEveryScenario() {
        assertThat(read("all", "--runs", "1").scenarios()).isEqualTo(Scenarios.ALL);
    }

    @Test
    void whatIsUnknownOrWrongIsRefusedByName() {
        refused("unknown scenario: livs", "livs");
        refused("unknown option: --run", "lives", "--run", "3");
        refused("unknown option: --bulk", "lives", "--bulk", "3");
        refused("expected an option, got 3", "lives", "3");
        refused("--runs: expected a whole number from 1 to 999999999, got 0", "lives", "--runs", "0");
        refused("--runs: expected a whole number from 1 to 999999999, got nothing", "lives", "--runs");
        refused("--runs: given twice", "lives", "--runs", "1", "--runs", "1");
        refused("--redis: expected redis://[:password@]host[:port][/database], got x", "lives", "--redis", "x");
        refused("--alone: expected nothing, got true", "lives", "--alone=true");
        refused("--out: expected one scenario, got all of them", "all", "--out", "x");
    }

    private static void refused(String message, String... arguments) {
        assertThatThrownBy(() -> read(arguments))
                .isInstanceOf(UsageFailure.class)
                .hasMessage(message);
    }

    @Test
    void theHelpNamesEveryScenarioAndOption() {
        String help = Help.text(Scenarios.ALL);
        Scenarios.ALL.forEach(scenario -> {
            assertThat(help).contains("  " + scenario.name() + " ");
            scenario.settings().forEach(setting -> assertThat(help).contains(" --" + setting.name() + " "));
        });
    }
}
