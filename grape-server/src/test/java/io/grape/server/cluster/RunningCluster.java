package io.grape.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.grape.harness.Programs;
import io.grape.process.ChildProcess;
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
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Two brokers behind a balancer, as the launcher starts them. */
final class RunningCluster implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final Path BALANCER = Path.of("..", "deploy", "haproxy.cfg");

    private static final Pattern READY = Pattern.compile("grape is ready http=(\\S+) console=(\\S+) brokers=(\\S+)");
    private static final HttpClient CLIENT = client();

    private final ChildProcess process;
    private final Path directory;

    private RunningCluster(ChildProcess process, Path directory) {
        this.process = process;
        this.directory = directory;
    }

    /** Goes on only where there is a balancer on this machine, and says aloud where there is none. */
    static void assumePossible() {
        boolean possible = Programs.find("haproxy").isPresent();
        if (!possible) {
            System.err.println("SKIPPED: haproxy is not installed, so brokers behind a balancer were NOT tested");
        }
        assumeTrue(possible, "haproxy is installed");
    }

    static RunningCluster start(Path directory, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Programs.java(),
                "-Dgrape.balancer=" + BALANCER.toAbsolutePath(),
                "-cp",
                System.getProperty("java.class.path"),
                ClusterMain.class.getName(),
                "--http-port=0",
                "--console-port=0",
                "--data-dir=" + directory));
        command.addAll(List.of(args));
        ChildProcess process = ChildProcess.start(
                directory.resolve("out"),
                command,
                environment -> environment.put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1"));
        RunningCluster cluster = new RunningCluster(process, directory);
        await().atMost(PATIENCE).until(() -> READY.matcher(cluster.out()).find() || !cluster.process.isAlive());
        assertThat(cluster.out()).containsPattern(READY);
        return cluster;
    }

    String out() {
        try {
            return Files.readString(directory.resolve("out"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String ready(int group) {
        Matcher line = READY.matcher(out());
        assertThat(line.find()).isTrue();
        return line.group(group);
    }

    /** Where the balancer is. */
    String http() {
        return ready(1);
    }

    /** Where the balancer has the console. */
    String console() {
        return ready(2);
    }

    /** Where each broker is. */
    List<String> brokers() {
        return List.of(ready(3).split(","));
    }

    /** The process of a part, {@code broker1} for one. */
    ProcessHandle part(String name) {
        return ProcessHandle.of(pid(name)).orElseThrow();
    }

    private long pid(String name) {
        try {
            return Long.parseLong(
                    Files.readString(directory.resolve(name + ".pid")).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ProcessHandle process() {
        return process.program();
    }

    /** Waits until another process is there in place of {@code gone}, and ready. */
    void awaitSuccessor(int broker, ProcessHandle gone) {
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> pid("broker" + broker) != gone.pid()
                        && call("GET", brokers().get(broker - 1) + "/health/ready")
                                        .statusCode()
                                == 200);
    }

    static HttpResponse<String> call(String method, String uri) throws IOException {
        try {
            return CLIENT.send(request(method, uri), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static HttpClient client() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    /** On a connection of its own: where a broker dies, HAProxy closes one that was used before without an answer. */
    static CompletableFuture<HttpResponse<String>> callAsync(String method, String uri) {
        return client().sendAsync(request(method, uri), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest request(String method, String uri) {
        return HttpRequest.newBuilder(URI.create(uri))
                .method(method, HttpRequest.BodyPublishers.ofString(method.equals("PUT") ? "payload" : ""))
                .timeout(PATIENCE)
                .build();
    }

    /** Returns its exit status. */
    int awaitExit() {
        assertThat(process.awaitExit(PATIENCE)).isTrue();
        return process.awaitExit();
    }

    @Override
    public void close() {
        process().destroy();
        if (!process.awaitExit(PATIENCE)) {
            process.kill();
        }
    }
}
