package io.grape.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.bench.scenario.Scenario;
import io.grape.bench.scenario.Scenarios;
import io.grape.command.Option;
import io.grape.command.ValueType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of {@code docs/benchmarks.md} name the scenarios and the options that there are, with their defaults. */
class BenchmarksPageTest {
    /** The first cells of each row. */
    private static List<List<String>> table(String name) throws IOException {
        String page = Files.readString(Path.of("../docs/benchmarks.md"), UTF_8);
        int from = page.indexOf("<!-- " + name + ": held by BenchmarksPageTest -->");
        assertThat(from).isPositive();
        return page.substring(from, page.indexOf("<!-- end -->", from))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> Arrays.stream(line.split("\\|", -1))
                        .map(String::strip)
                        .toList()
                        .subList(1, 4))
                .toList();
    }

    @Test
    void namesEveryScenario() throws IOException {
        assertThat(table("scenarios"))
                .extracting(row -> row.get(0))
                .containsExactlyElementsOf(Scenarios.ALL.stream()
                        .map(scenario -> "`" + scenario.name() + "`")
                        .toList());
    }

    @Test
    void namesEveryOptionAndItsDefault() throws IOException {
        assertThat(table("options").stream()
                        .flatMap(row -> scenarios(row.get(2)).map(of -> row.get(0) + " " + row.get(1) + " " + of)))
                .containsExactlyInAnyOrderElementsOf(Scenarios.ALL.stream()
                        .flatMap(BenchmarksPageTest::options)
                        .toList());
    }

    private static Stream<String> scenarios(String cell) {
        Stream<String> all = Scenarios.ALL.stream().map(Scenario::name);
        return switch (cell) {
            case "all" -> all;
            case "all but jmh" -> all.filter(name -> !name.equals("jmh"));
            default -> Arrays.stream(cell.split(", ", -1));
        };
    }

    private static Stream<String> options(Scenario scenario) {
        return scenario.settings().stream()
                .map(setting -> "`--" + setting.name() + "` " + shown(setting) + " " + scenario.name());
    }

    private static String shown(Option<?> setting) {
        return setting.fallback() == null || setting.type().equals(ValueType.FLAG)
                ? "–"
                : "`" + setting.fallback() + "`";
    }
}
