package io.grape.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    @TempDir
    private Path directory;

    private final Report report = new Report("lives", Map.of("runs", "3"), Map.of("cores", "2"));

    @Test
    void aRatioIsTakenRunByRun() {
        for (double speed : new double[] {1, 2, 4}) {
            report.run("ours", Map.of("lives/s", 3 * speed));
            report.run("theirs", Map.of("lives/s", speed));
        }
        report.ratio("lives/s", "ours", "theirs");
        assertThat(report.ratios()).containsExactly(Map.entry("lives/s, ours / theirs", new Spread(3, 3, 3)));
    }

    @Test
    void thereIsNoRatioToWhatWasNotRun() {
        report.run("ours", Map.of("lives/s", 1.0));
        report.ratio("lives/s", "ours", "theirs");
        assertThat(report.ratios()).isEmpty();
    }

    @Test
    void theTableHasAColumnForEachFigureOfAnyRow() {
        report.run("one", Map.of("a", 1.0));
        report.run("other", Map.of("b", 2.5));
        assertThat(Table.of(report).lines().map(String::strip))
                .contains("cores: 2", "a     b", "one    1", "other     2.50");
    }

    @Test
    void aTableBegunLaterHasColumnsOfItsOwn() {
        report.run("page", Map.of("a", 1.0));
        report.beginTable();
        report.run("bulk", Map.of("b", 2.5));
        report.run("page", Map.of("a", 3.0));
        assertThat(Table.of(report).lines().map(String::strip)).contains("a", "page  2 (1-3)", "b", "bulk  2.50");
    }

    @Test
    void theFileHoldsEverySingleRun() throws IOException {
        report.run("ours", Map.of("lives/s", 1.0));
        report.run("ours", Map.of("lives/s", Double.NaN));
        report.note("so it was");
        ReportJson.write(report, directory.resolve("deep/lives.json"));
        String json =
                Files.readString(directory.resolve("deep/lives.json"), UTF_8).replaceAll("\\s+", "");
        assertThat(json)
                .contains("\"scenario\":\"lives\"", "\"cores\":\"2\"", "\"options\":{\"runs\":\"3\"}", "\"soitwas\"")
                .contains("\"runs\":[{\"lives/s\":1.0},{\"lives/s\":null}]");
    }
}
