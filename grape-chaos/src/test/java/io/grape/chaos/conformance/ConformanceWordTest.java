package io.grape.chaos.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.GrapeException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ConformanceWordTest {
    private static void refused(String message, String... arguments) {
        assertThatThrownBy(() -> ConformanceWord.read(arguments))
                .isInstanceOf(GrapeException.class)
                .hasMessageContaining(message);
    }

    @Test
    void withoutMoreEveryCaseIsPlayedAgainstABrokerOnThisMachine() {
        ConformanceWord word =
                ConformanceWord.read("--worker", "node worker.mjs").orElseThrow();
        assertThat(word.url()).isEqualTo(URI.create("http://localhost:9521"));
        assertThat(word.worker()).isEqualTo("node worker.mjs");
        assertThat(word.cases()).hasSameSizeAs(Cases.ALL);
    }

    @Test
    void casesAreChosenByName() {
        ConformanceWord word =
                ConformanceWord.read("--worker=w", "--only", "shed,idle").orElseThrow();
        assertThat(word.cases()).extracting(Case::name).containsExactly("idle", "shed");
    }

    @Test
    void theHelpSaysThatAllIsTheDefault() {
        assertThat(new CommandLine(ConformanceWord.word()).getUsageMessage())
                .containsPattern("(?s)--only.*default: all");
        assertThat(ConformanceWord.read("--worker=w", "--only=all")
                        .orElseThrow()
                        .cases())
                .hasSameSizeAs(Cases.ALL);
    }

    @Test
    void thePageHasARowForEachCase() throws IOException {
        assertThat(Files.readAllLines(Path.of("../docs/other-languages.md")))
                .containsSubsequence(Cases.ALL.stream()
                        .map(play -> "| `" + play.name() + "` | " + play.about() + " |")
                        .toList());
    }

    @Test
    void whatIsNotUnderstoodIsRefusedByName() {
        refused("--worker: expected the command that starts a worker, got nothing");
        refused("--url: expected the address of a broker", "--worker=w", "--url=localhost");
        refused("got 'shed,meteor'", "--worker=w", "--only=shed,meteor");
    }
}
