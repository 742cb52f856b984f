package io.grape.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.command.LauncherPages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Model.CommandSpec;

/** {@code grape completion}, and help. */
class CompletionTest {
    private static final Shell SHELL = Shell.of("http://127.0.0.1:1");

    @TempDir
    Path directory = Path.of("");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    prod                     | produce
                    consume --conc           | --concurrency
                    ls --state re            | ready retained
                    produce --on-duplicate d | debounce
                    peek --output nd         | ndjson
                    """)
    void theShellCompletesWordsOptionsAndChoices(String typed, String completed) throws Exception {
        Path script = Files.writeString(
                directory.resolve("grape.bash"),
                SHELL.run("completion", "bash").ok().out());
        String program = """
                source '%s'
                compopt() { :; }
                COMP_WORDS=(grape %s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _complete_grape
                echo "${COMPREPLY[@]}"
                """.formatted(script, typed);
        assertThat(Shell.bash(Map.of(), program).strip()).isEqualTo(completed);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    ls -o xml                       | '--output': expected one of table, json, ndjson, got 'xml'
                    ls orders --state gone          | '--state': expected one of delayed, ready, retained, failed, gated, finished, got 'gone'
                    produce a b --on-duplicate drop | '--on-duplicate': expected one of keep, replace, reject, debounce, got 'drop'
                    """)
    void aMistakeShowsTheChoices(String typed, String said) {
        Shell.Result result = SHELL.run(typed.split(" "));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).startsWith("grape: Invalid value for option " + said + "; see grape ");
    }

    @Test
    void noOtherShellIsKnown() {
        Shell.Result result = SHELL.run("completion", "fish");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).isEqualTo("grape: SHELL: expected bash or zsh, got 'fish'\n");
    }

    @Test
    void everyWordHasHelp() {
        GrapeCli.program(Shell.terminal()).getSubcommands().keySet().forEach(word -> {
            String help = SHELL.run(word, "--help").ok().out();
            assertThat(help).startsWith("Usage: grape " + word + " ").contains("--help");
        });
    }

    @Test
    void whatIsNoWordIsUsage() {
        assertThat(SHELL.run("nonsense").code()).isEqualTo(2);
        assertThat(SHELL.run().code()).isEqualTo(2);
        assertThat(SHELL.run("--version").ok().out()).startsWith("grape ");
    }

    @Test
    void theLauncherHasTheseWords() throws Exception {
        assertThat(LauncherPages.man()).contains(".SS produce\n", "./grape consume", "\\-\\-exec=CMD");
        String help = Shell.bash(Map.of(), "bash ../grape help");
        assertThat(new CliWords().words())
                .extracting(CommandSpec::name)
                .contains("produce", "tail")
                .allSatisfy(word -> assertThat(help).containsPattern("(?m)^  " + word + " "));
    }
}
