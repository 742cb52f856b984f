package io.grape.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.bench.scenario.Scenario;
import io.grape.bench.scenario.ScenarioOptions;
import io.grape.bench.scenario.Scenarios;
import io.grape.command.WordSource;
import io.grape.core.GrapeException;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ArgumentsTest {
    private static Arguments read(String... arguments) {
        return Arguments.read(List.of(arguments));
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
        refused("--url: unknown option, see --help", "lives", "http://127.0.0.1:8080");
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
        refused(
                "bench: expected one of lives, bulk, sdk, peers, floors, start, memory, late, expiry, backlog, idle, brokers,"
                        + " flood, fair, overload, console, grape13, jmh, all, got 'livs'",
                "livs");
        refused("--run: unknown option, see --help", "lives", "--run", "3");
        refused("--bulk: unknown option, see --help", "lives", "--bulk", "3");
        refused("'3': expected an option, which begins with --, see --help", "lives", "3");
        refused("--runs: expected a number from 1 to 999999999, got '0'", "lives", "--runs", "0");
        refused("--runs: expected a number from 1 to 999999999, got nothing", "lives", "--runs");
        refused("--runs: expected once, got it twice", "lives", "--runs", "1", "--runs", "1");
        refused("--redis: expected redis://[:password@]host[:port][/database], got 'x'", "lives", "--redis", "x");
        refused("option '--alone' should be specified without 'true' parameter", "lives", "--alone=true");
        refused("--out: expected one scenario, got all of them", "all", "--out", "x");
    }

    private static void refused(String message, String... arguments) {
        assertThatThrownBy(() -> read(arguments))
                .isInstanceOf(GrapeException.class)
                .hasMessage(message);
    }

    @Test
    void whatSuitsAnotherScenarioAloneIsRefusedByThisOne() {
        Arguments order = read("all", "--jobs", "7");
        Scenario idle = Scenarios.ALL.stream()
                .filter(one -> one.name().equals("idle"))
                .findFirst()
                .orElseThrow();
        assertThat(order.given(idle).whole("jobs")).isEqualTo(7);
        refused("--jobs: expected a number from 1 to 999999999, got '10,100'", "all", "--jobs=10,100");
    }

    @Test
    void theHelpNamesEveryScenarioAndOptionAndTheLauncherKnowsTheWord() {
        CommandLine bench = ServiceLoader.load(WordSource.class).stream()
                .flatMap(source -> source.get().words().stream())
                .filter(word -> word.name().equals("bench"))
                .map(CommandLine::new)
                .findFirst()
                .orElseThrow();
        String help = bench.getUsageMessage();
        Scenarios.ALL.forEach(scenario -> {
            assertThat(help).contains("  " + scenario.name() + " ");
            CommandLine verb = Objects.requireNonNull(bench.getSubcommands().get(scenario.name()));
            String own = verb.getUsageMessage();
            scenario.settings().forEach(setting -> assertThat(own).containsPattern(" --" + setting.name() + "[= \n]"));
        });
    }
}
