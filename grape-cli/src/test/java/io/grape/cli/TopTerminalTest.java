package io.grape.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code grape top} in a terminal: that of {@code script}. */
@GrapeTest
@Tag("slow")
class TopTerminalTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String FRAME = "\u001b[H";

    @TempDir
    private Path directory;

    private Path typescript() {
        return directory.resolve("typescript");
    }

    private String seen() throws IOException {
        return Files.exists(typescript()) ? Files.readString(typescript()) : "";
    }

    /** Waits until the page drawn last has this text. */
    private void awaitPage(String text) {
        await().atMost(PATIENCE).until(() -> {
            String all = seen();
            return all.substring(Math.max(0, all.lastIndexOf(FRAME))).contains(text);
        });
    }

    private Process start(TestBroker broker, Path tty) throws IOException {
        String line = "tty >" + tty + "; stty rows 30 cols 110; '"
                + Path.of(System.getProperty("java.home"), "bin", "java")
                + "' -cp '" + System.getProperty("java.class.path")
                + "' io.grape.cli.GrapeCli top --interval 200ms; echo ended with $?; stty -a";
        ProcessBuilder script = new ProcessBuilder(
                        "script", "-q", "-f", "-c", line, typescript().toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out").toFile());
        script.environment().put("GRAPE_URL", broker.uri().toString());
        script.environment().put("TERM", "xterm");
        script.environment().put("SHELL", "/bin/sh");
        return script.start();
    }

    private static void type(Process script, String keys) throws IOException {
        script.getOutputStream().write(keys.getBytes(UTF_8));
        script.getOutputStream().flush();
    }

    private static void resize(Path tty, int rows, int columns) throws Exception {
        String device = Files.readString(tty).strip();
        Process stty = new ProcessBuilder(
                        List.of("stty", "-F", device, "rows", String.valueOf(rows), "cols", String.valueOf(columns)))
                .inheritIO()
                .start();
        assertThat(stty.waitFor()).isZero();
    }

    @Test
    void itIsDrawnAgainSortedResizedAndLeft(TestBroker broker, Grape grape) throws Exception {
        grape.produce(Tube.of("alpha", String.class), NewJob.of("x").delay(Duration.ofHours(1)));
        grape.produce(Tube.of("beta", String.class), NewJob.of("x"));
        Path tty = directory.resolve("tty");
        Process script = start(broker, tty);
        try {
            awaitPage("q quit");
            awaitPage("by ready");
            grape.produce(Tube.of("gamma", String.class), NewJob.of("x"));
            awaitPage("gamma");
            type(script, "d");
            awaitPage("by delayed");
            resize(tty, 12, 40);
            await().atMost(PATIENCE).until(() -> frames().stream().anyMatch(TopTerminalTest::fits));
            type(script, "q");
            assertThat(script.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } finally {
            script.descendants().forEach(ProcessHandle::destroyForcibly);
            script.destroyForcibly();
        }
        assertThat(seen())
                .contains("\u001b[?1049l")
                .contains("ended with 0")
                .containsPattern("[ ;]icanon")
                .containsPattern("[ ;]echo[ ;]");
    }

    private List<String> frames() throws IOException {
        String[] frames = seen().split("\u001b\\[H", -1);
        return Arrays.asList(frames).subList(1, frames.length);
    }

    /** Whether a page is one of the small window. */
    private static boolean fits(String frame) {
        List<String> lines =
                frame.replaceAll("\u001b\\[[0-9;?]*[A-Za-z]", "").lines().toList();
        return lines.size() == 12 && lines.stream().allMatch(line -> line.length() <= 40);
    }
}
