package io.grape.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.process.ChildProcess;
import io.grape.server.app.Main;
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
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A broker with a console, in a process of its own and on a Redis of its own. */
final class Console implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Pattern READY = Pattern.compile("grape is ready.*?console=(http\\S+)");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Path log;
    private final ChildProcess process;
    private final URI uri;

    /** What an answer says. */
    record Answer(int status, String body) {
        public void is(int expected) {
            if (status != expected) {
                throw new AssertionError("expected " + expected + ", got " + status + " " + body);
            }
        }

        void contains(String text) {
            if (!body.contains(text)) {
                throw new AssertionError("expected " + text + " in " + body);
            }
        }
    }

    private Console(Path data, List<String> options) throws IOException, InterruptedException {
        this.log = data.resolve("broker.log");
        this.process = ChildProcess.start(log, command(data, options), environment -> {});
        this.uri = awaitReady();
    }

    /** Starts one that keeps everything in a folder. */
    static Console start(Path data, String... options) {
        try {
            return new Console(data, Arrays.asList(options));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> command(Path data, List<String> options) {
        List<String> command = new ArrayList<>(java(data));
        command.addAll(List.of("--http-port", "0", "--console-port", "0"));
        command.addAll(options);
        return command;
    }

    private static List<String> java(Path data) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "--data-dir",
                data.resolve("redis").toString());
    }

    private URI awaitReady() throws InterruptedException, IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end && process.isAlive()) {
            Matcher ready = READY.matcher(Files.readString(log));
            if (ready.find()) {
                return URI.create(ready.group(1));
            }
            Thread.sleep(50);
        }
        process.program().destroyForcibly();
        throw new IllegalStateException("the broker is not ready:\n" + Files.readString(log));
    }

    /** Where a page is, below the path of the console. */
    String page(String path) {
        return uri.resolve(path.substring(1)).toString();
    }

    /** Calls the API, which is at the same origin. */
    Answer call(String method, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(page(path)))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", body.matches("(?s)[\\[{].*") ? "application/json" : "application/octet-stream")
                .build();
        try {
            HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            return new Answer(answer.statusCode(), answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until the API has nothing at a path. */
    void gone(String path) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (call("GET", path, "").status() != 404) {
            if (System.nanoTime() > end) {
                throw new AssertionError("still there: " + path);
            }
        }
    }

    /** SIGSTOP: it says nothing, and its connections stay. */
    void stop() {
        signal("-STOP");
    }

    /** SIGCONT. */
    void resume() {
        signal("-CONT");
    }

    private void signal(String signal) {
        try {
            new ProcessBuilder("kill", signal, Long.toString(process.program().pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As {@code ./grape user add} does, before a broker is there. */
    static void addUser(Path data, String name, String role, String password) {
        List<String> command = new ArrayList<>(java(data));
        command.add(command.indexOf(Main.class.getName()) + 1, "user");
        command.addAll(List.of("add", name, "--role", role));
        try {
            Process program =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            program.getOutputStream().write((password + "\n").getBytes(UTF_8));
            program.getOutputStream().close();
            String said = new String(program.getInputStream().readAllBytes(), UTF_8);
            if (program.waitFor() != 0) {
                throw new AssertionError(said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        resume();
        process.program().destroy();
        process.awaitExit();
    }
}
