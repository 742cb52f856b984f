package io.grape.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What producers and files say must not take a terminal over. */
@GrapeTest
class HostileTextTest {
    /** Escape sequences begin with ESC, or with U+009B, U+009D and their like. */
    private static final String HOSTILE = "a\u001b[2Jb\u009b2Jc\u007f\u009d";

    @TempDir
    Path directory;

    private static void assertHarmless(Shell.Result result) {
        assertThat(result.out() + result.err())
                .isNotEmpty()
                .matches(text -> text.chars().noneMatch(c -> Character.isISOControl(c) && c != '\n'));
    }

    @Test
    void whatAJobSays(TestBroker broker, Grape grape) {
        Shell shell = Shell.of(broker.uri());
        grape.produce(Tube.of("t", Codec.text()), NewJob.of(HOSTILE).id("a").header("h", "x"));
        for (String format : List.of("table", "json", "ndjson")) {
            assertHarmless(shell.run("ls", "t", "-o", format));
            assertHarmless(shell.run("peek", "t", "a", "-o", format));
        }
        grape.tubes().pause("t", null, HOSTILE);
        assertHarmless(shell.run("explain", "t", "a"));
    }

    @Test
    void whatAFileSays(TestBroker broker) throws IOException {
        Shell shell = Shell.of(broker.uri());
        Path file = directory.resolve("f");
        Files.writeString(file, "{\"" + HOSTILE + "\n");
        assertHarmless(shell.run("import", "t", file.toString()));
        Files.writeString(file, "tubes:\n  t:\n    \"a\\e[2J\\x9b\": 1\n");
        assertHarmless(shell.run("apply", "-f", file.toString()));
        Files.writeString(file, "tubes:\n  t:\n    paused: {reason: \"a\\e[2J\\x9b\"}\n    gates: {g: {all: true}}\n");
        assertHarmless(shell.run("apply", "-f", file.toString()));
    }

    @Test
    void aFileWithoutAnEnd(TestBroker broker) throws IOException {
        Path file = directory.resolve("deep.yaml");
        Files.writeString(file, "tubes: " + "{a: ".repeat(100_000));
        Shell.Result result = Shell.of(broker.uri()).run("apply", "-f", file.toString());
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("nested too deep").hasLineCount(1);
    }
}
