package io.grape.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Transitions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/lifecycle.md says what the code says. */
final class LifecycleDocTest {
    private static final Path DOCS = Path.of("../docs");
    private static final String BEGIN = "<!-- begin: from io.grape.core.job.Transitions -->\n";
    private static final String END = "<!-- end -->\n";

    private static String page() throws IOException {
        return Files.readString(DOCS.resolve("lifecycle.md"));
    }

    @Test
    void theTableOfTransitionsIsThatOfTheCode() throws IOException {
        String page = page();
        assertThat(page).containsOnlyOnce(BEGIN).containsOnlyOnce(END);
        assertThat(page.substring(page.indexOf(BEGIN) + BEGIN.length(), page.indexOf(END)))
                .as("put this between the markers:\n%s", Transitions.asMarkdown())
                .isEqualTo(Transitions.asMarkdown());
    }

    @Test
    void theTableOfTransitionsHasEveryVerbAndState() {
        List<Verb> verbs =
                Transitions.TABLE.stream().map(row -> row.verb()).distinct().toList();
        assertThat(verbs).containsExactlyInAnyOrder(Verb.values());
        List<JobState> reached = Transitions.TABLE.stream()
                .flatMap(row -> row.to().stream())
                .distinct()
                .toList();
        assertThat(reached).containsExactlyInAnyOrderElementsOf(JobState.live());
    }

    @Test
    void theTableOfStatesHasEveryState() throws IOException {
        String page = page();
        assertThat(JobState.live().stream().map(state -> "\n| " + state.wireName() + " | "))
                .allSatisfy(row -> assertThat(page).contains(row));
    }

    @Test
    void everyDecisionIsInTheIndex() throws IOException {
        String index = Files.readString(DOCS.resolve("decisions/README.md"));
        try (Stream<Path> files = Files.list(DOCS.resolve("decisions"))) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("README.md"))
                    .sorted()
                    .toList();
            assertThat(names)
                    .isNotEmpty()
                    .allSatisfy(
                            name -> assertThat(index).containsOnlyOnce("[" + name.substring(0, 4) + "](" + name + ")"));
            assertThat(index.lines().filter(line -> line.startsWith("| [")).count())
                    .isEqualTo(names.size());
        }
    }
}
