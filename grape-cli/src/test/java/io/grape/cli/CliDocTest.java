package io.grape.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code docs/cli.md} shows what happens: its commands are run by bash, one after the other, with the jar. */
@GrapeTest
@Tag("slow")
class CliDocTest {
    private static final Path PAGE = Path.of("../docs/cli.md");
    private static final Pattern BLOCK = Pattern.compile("(?s)```console\n(.*?)```");
    private static final Pattern COMMAND = Pattern.compile("(?m)^\\$ (.+)\n((?:(?!\\$ ).*\n)*)");
    private static final Pattern EXIT_CODE = Pattern.compile("# exit code ([0-9]+)$");

    @TempDir
    Path directory = Path.of("");

    private record Ran(int code, String said) {}

    private Ran bash(String url, String line) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", line).redirectErrorStream(true);
        builder.environment().put("PATH", directory + ":" + System.getenv("PATH"));
        builder.environment().put("GRAPE_URL", url);
        builder.environment().put("XDG_CONFIG_HOME", directory.toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Ran(process.waitFor(), said);
    }

    private void program() throws IOException {
        Path program = directory.resolve("grape");
        Files.writeString(program, """
                #!/bin/sh
                exec '%s/bin/java' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar '%s' "$@"
                """.formatted(
                System.getProperty("java.home"), Path.of("target/grape-cli.jar").toAbsolutePath()));
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    private static String timeless(String text) {
        return text.replaceAll("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z", "<time>");
    }

    @Test
    void everyCommandDoesWhatThePageShows(TestBroker broker) throws Exception {
        program();
        Matcher blocks = BLOCK.matcher(Files.readString(PAGE));
        int commands = 0;
        while (blocks.find()) {
            Matcher command = COMMAND.matcher(blocks.group(1));
            while (command.find()) {
                String line = command.group(1);
                Ran ran = bash(broker.uri().toString(), line);
                assertThat(timeless(ran.said)).as(line).isEqualTo(timeless(command.group(2)));
                Matcher code = EXIT_CODE.matcher(line);
                assertThat(ran.code).as(line).isEqualTo(code.find() ? Integer.parseInt(code.group(1)) : 0);
                commands++;
            }
        }
        assertThat(commands).isGreaterThan(15);
    }

    @Test
    void everyWordAndOptionIsOnThePage() throws IOException {
        String page = Files.readString(PAGE);
        Set<String> missing = new TreeSet<>();
        GrapeCli.program(Shell.terminal()).getSubcommands().forEach((name, word) -> {
            Optional.of("`" + name + "`").filter(text -> !page.contains(text)).ifPresent(missing::add);
            word.getCommandSpec().options().stream()
                    .map(option -> option.longestName())
                    .filter(option -> !List.of("--help").contains(option) && !page.contains(option))
                    .forEach(missing::add);
        });
        missing.remove("--output");
        assertThat(missing).isEmpty();
    }
}
