package io.grape.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.harness.Programs;
import io.grape.harness.RunningBroker;
import io.grape.server.app.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A broker with a console, in a process of its own and on a Redis of its own. */
final class Console implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final List<String> PROGRAM = List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName());
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final RunningBroker broker;
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

    private Console(RunningBroker broker) {
        this.broker = broker;
        this.uri = URI.create(broker.awaitReady().console());
    }

    /** Starts one that keeps everything in a folder. */
    static Console start(Path data, String... options) {
        List<String> all = new ArrayList<>(List.of("--http-port=0", "--console-port=0", keepsIn(data)));
        all.addAll(Arrays.asList(options));
        return new Console(RunningBroker.start(PROGRAM, all, data.resolve("broker.log")));
    }

    private static String keepsIn(Path data) {
        return "--data-dir=" + data.resolve("redis");
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

    void stop() {
        broker.stop();
    }

    void resume() {
        broker.resume();
    }

    /** As {@code ./grape user add} does, before a broker is there. */
    static void addUser(Path data, String name, String role, String password) {
        List<String> command = new ArrayList<>(List.of(Programs.java()));
        command.addAll(PROGRAM);
        command.addAll(List.of("user", keepsIn(data), "add", name, "--role", role));
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
        broker.terminate(PATIENCE);
    }
}
