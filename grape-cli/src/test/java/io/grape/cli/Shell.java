package io.grape.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs words within the process of the test, as a shell would: a new terminal for each.
 *
 * @param env the environment variables
 * @param isInteractive whether a person types
 */
record Shell(Map<String, String> env, boolean isInteractive) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** A shell whose GRAPE_URL is this broker. */
    static Shell of(Object url) {
        return new Shell(Map.of("GRAPE_URL", url.toString(), "HOME", "/nonexistent"), false);
    }

    /** The same with another variable. */
    Shell with(String name, String value) {
        Map<String, String> more = new HashMap<>(env);
        more.put(name, value);
        return new Shell(more, isInteractive);
    }

    /** The same with a person who types. */
    Shell interactive() {
        return new Shell(env, true);
    }

    /** What a word did. */
    record Result(int code, String out, String err) {
        /** That it did what was asked for, and said nothing besides. */
        Result ok() {
            assertThat(err).isEmpty();
            assertThat(code).as(out).isZero();
            return this;
        }

        /** Its output as one JSON document. */
        JsonNode json() throws IOException {
            return MAPPER.readTree(ok().out);
        }

        List<String> lines() {
            return out.lines().toList();
        }
    }

    Result run(String... args) {
        return type("", args);
    }

    /** A terminal at which nothing happens. */
    static Terminal terminal() {
        return new Terminal(InputStream.nullInputStream(), System.out, System.err, Map.of(), false);
    }

    /** Runs a word that reads this text. */
    Result type(String in, String... args) {
        return read(new ByteArrayInputStream(in.getBytes(UTF_8)), args);
    }

    /** Runs a word that reads what comes from here. */
    Result read(InputStream in, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                in, new PrintStream(out, false, UTF_8), new PrintStream(err, true, UTF_8), env, isInteractive);
        int code = GrapeCli.run(terminal, args);
        terminal.out().flush();
        return new Result(code, out.toString(UTF_8), err.toString(UTF_8));
    }

    /** Runs what {@code --curl} prints for a word. */
    String curl(String... args) throws IOException, InterruptedException {
        String[] more = Arrays.copyOf(args, args.length + 1);
        more[args.length] = "--curl";
        String line = run(more).ok().out();
        assertThat(line).hasLineCount(1).contains("curl ");
        return bash(env, line);
    }

    /** Runs a line of bash, such as that of {@code --curl}. */
    static String bash(Map<String, String> env, String line) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", line).redirectErrorStream(true);
        builder.environment().putAll(env);
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
