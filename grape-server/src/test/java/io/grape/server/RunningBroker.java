package io.grape.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.app.Main;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A broker in a process of its own, as the launcher starts it, and what it says. */
public final class RunningBroker implements AutoCloseable {
    public static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Pattern READY = Pattern.compile("grape is ready http=(\\S+) console=(\\S+) redis=(\\S+)");
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Process process;
    private final Path out;
    private final Path err;

    private RunningBroker(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    public static RunningBroker start(String... args) {
        return start(Map.of(), args);
    }

    /** As in the container image, which has no Redis. */
    static RunningBroker startWithoutRedis(String... args) {
        String path = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(jar -> !jar.contains("embedded-redis"))
                .collect(Collectors.joining(File.pathSeparator));
        return start(path, Map.of(), args);
    }

    public static RunningBroker start(Map<String, String> environment, String... args) {
        return start(System.getProperty("java.class.path"), environment, args);
    }

    private static RunningBroker start(String classPath, Map<String, String> environment, String... args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                classPath,
                Main.class.getName()));
        command.addAll(List.of(args));
        try {
            Path out = Files.createTempFile("grape-broker-", ".out");
            Path err = Files.createTempFile("grape-broker-", ".err");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
            // A test that wants one asks for it.
            builder.environment().put("GRAPE_CONSOLE_PORT", "-1");
            builder.environment().putAll(environment);
            return new RunningBroker(builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public RunningBroker awaitReady() {
        awaitOut(READY);
        return this;
    }

    /** Waits until it has said something on stdout. */
    public void awaitOut(Pattern wanted) {
        await().atMost(PATIENCE).until(() -> wanted.matcher(out()).find() || !process.isAlive());
        assertThat(out()).as("stdout; stderr: %s", err()).containsPattern(wanted);
    }

    public String out() {
        return read(out);
    }

    public String err() {
        return read(err);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where the HTTP API is, {@code off} where it is not. */
    public String http() {
        return ready(1);
    }

    /** Where the console is, {@code off} where it is not. */
    String console() {
        return ready(2);
    }

    public String redis() {
        return ready(3);
    }

    private String ready(int group) {
        Matcher line = READY.matcher(out());
        assertThat(line.find()).as(out()).isTrue();
        return line.group(group);
    }

    public int port() {
        return URI.create(http()).getPort();
    }

    public Process process() {
        return process;
    }

    /** Asks it to end, and waits for that as long as the contract gives it. */
    public int terminate() {
        process.destroy();
        return awaitExit(Duration.ofSeconds(10));
    }

    public int awaitExit(Duration most) {
        try {
            assertThat(process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS))
                    .as("ended within %s; stdout: %s", most, out())
                    .isTrue();
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Ends it with SIGKILL. */
    public void kill() {
        process.destroyForcibly();
        awaitExit(PATIENCE);
    }

    public CompletableFuture<HttpResponse<String>> send(String method, String pathAndQuery, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(http() + pathAndQuery))
                .method(method, HttpRequest.BodyPublishers.ofString(body, UTF_8))
                .timeout(PATIENCE.plusSeconds(30))
                .build();
        return CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofString(UTF_8));
    }

    public HttpResponse<String> call(String method, String pathAndQuery, String body) {
        return send(method, pathAndQuery, body).join();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            Files.deleteIfExists(out);
            Files.deleteIfExists(err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
