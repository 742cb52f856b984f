package io.grape.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the shell completes, and the man page. */
class LauncherPagesTest {
    @TempDir
    Path directory = Path.of("");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    clu | cluster
                    import | import-grape13
                    server --http | --http-port
                    server --auth r | required
                    cluster --bro | --brokers
                    doctor --through-w | --through-wait-ms
                    user f | first
                    user add --ro | --role
                    user add --redi | --redis
                    token rev | revoke
                    import-grape13 --dry | --dry-run
                    completion z | zsh
                    example web | webhook
                    """)
    void theShellCompletesWordsVerbsOptionsAndChoices(String typed, String completed) throws Exception {
        Path script = Files.writeString(directory.resolve("grape.bash"), LauncherPages.completion());
        String program = """
                source '%s'
                compopt() { :; }
                COMP_WORDS=(grape %s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _complete_grape
                echo "${COMPREPLY[@]}"
                """.formatted(script, typed);
        assertThat(run("bash", "-c", program).strip()).isEqualTo(completed);
    }

    @Test
    void anOptionOfTheDoctorIsNotOfferedToABroker() {
        String[] functions = LauncherPages.completion().split("\nfunction ");
        assertThat(functions)
                .filteredOn(function -> function.contains("--through"))
                .hasSize(1)
                .allMatch(function -> function.startsWith("_picocli_grape_doctor()"));
    }

    @Test
    void theManPageHasEveryWordAndIsRoff() throws Exception {
        String page = LauncherPages.man();
        assertThat(page)
                .contains(".SS server\n", ".SS cluster\n", ".SS user add\n", ".SS token revoke\n", ".SS man\n")
                .contains("\\-\\-http\\-port=PORT");
        if (Files.exists(Path.of("/usr/bin/groff"))) {
            Path file = Files.writeString(directory.resolve("grape.1"), page);
            assertThat(run("groff", "-man", "-Tutf8", "-ww", "-z", file.toString()))
                    .isEmpty();
        }
    }

    @Test
    void everyWordIsNamedByTheLauncher() throws Exception {
        List<String> words = LauncherPages.man()
                .lines()
                .filter(line -> line.matches("\\.SS [^ ]+"))
                .map(line -> line.substring(4))
                .toList();
        String help = run("bash", "../grape", "help");
        assertThat(words)
                .contains("server", "test", "man")
                .allSatisfy(word -> assertThat(help).containsPattern("(?m)^  " + word + " "));
    }

    @Test
    void noOtherShellIsKnown() {
        assertThatThrownBy(() -> Words.read(new LauncherPages().words(), List.of("completion", "fish")))
                .hasMessage("SHELL: expected bash or zsh, got 'fish'");
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
