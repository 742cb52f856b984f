package io.grape.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** A word in a terminal, that of the program {@code script}: it is typed to, and what it draws is read. */
final class TypedTerminal implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path directory;
    private final Process script;

    TypedTerminal(Path directory, URI broker, String word) throws IOException {
        this.directory = directory;
        String line = "tty >" + directory.resolve("tty") + "; stty rows 30 cols 110; '"
                + Path.of(System.getProperty("java.home"), "bin", "java")
                + "' -Djdk.console=java.base -cp '" + System.getProperty("java.class.path")
                + "' io.grape.cli.GrapeCli " + word + "; echo ended with $?; stty -a";
        // Its begin names the command.
        Files.writeString(directory.resolve("run.sh"), line);
        ProcessBuilder builder = new ProcessBuilder(
                        // What is started in the background ignores SIGINT, and so would all that it starts.
                        "env",
                        "--default-signal=INT",
                        "script",
                        "-q",
                        "-f",
                        "-c",
                        "sh " + directory.resolve("run.sh"),
                        typescript().toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out").toFile());
        builder.environment().put("GRAPE_URL", broker.toString());
        builder.environment().put("XDG_CONFIG_HOME", directory.toString());
        builder.environment().put("TERM", "xterm");
        builder.environment().put("SHELL", "/bin/sh");
        script = builder.start();
    }

    private Path typescript() {
        return directory.resolve("typescript");
    }

    /** All that was drawn. */
    String seen() throws IOException {
        return Files.exists(typescript()) ? Files.readString(typescript()) : "";
    }

    void until(Callable<Boolean> state) {
        await().atMost(PATIENCE).until(state);
    }

    void type(String keys) throws IOException {
        script.getOutputStream().write(keys.getBytes(UTF_8));
        script.getOutputStream().flush();
    }

    void resize(int rows, int columns) throws Exception {
        String device = Files.readString(directory.resolve("tty")).strip();
        Process stty = new ProcessBuilder(
                        List.of("stty", "-F", device, "rows", String.valueOf(rows), "cols", String.valueOf(columns)))
                .inheritIO()
                .start();
        assertThat(stty.waitFor()).isZero();
    }

    void awaitEnd() throws InterruptedException {
        assertThat(script.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Override
    public void close() {
        script.descendants().forEach(ProcessHandle::destroyForcibly);
        script.destroyForcibly();
    }
}
