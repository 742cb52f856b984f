package io.grape.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.harness.Programs;
import io.grape.process.ChildProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker that may open few files, and clients that connect and say nothing. */
@Tag("apart")
class FewFilesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern READY = Pattern.compile(
            "grape is ready http=http://[^:]+:(\\d+) console=http://[^:]+:(\\d+)/ \\S+ beanstalkd=[^:]+:(\\d+)");
    private static final int CONNECTIONS = 1100;

    private final List<Socket> idle = new ArrayList<>();

    @TempDir
    Path directory = Path.of("");

    @AfterEach
    void hangUp() throws IOException {
        for (Socket socket : idle) {
            socket.close();
        }
    }

    private ChildProcess start() throws IOException {
        return ChildProcess.start(
                directory.resolve("out"),
                List.of(
                        "sh",
                        "-c",
                        "ulimit -n 1024; exec \"$@\"",
                        "sh",
                        Programs.java(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "--http-port=0",
                        "--console-port=0",
                        "--beanstalkd-port=0",
                        // As from many addresses.
                        "--max-connections-per-address=2000",
                        "--data-dir=" + directory.resolve("data")),
                environment -> {});
    }

    private int port(ChildProcess broker, int group) {
        Matcher ready = READY.matcher(broker.output());
        assertThat(ready.find()).as(broker.output()).isTrue();
        return Integer.parseInt(ready.group(group));
    }

    private void connect(int port) {
        try {
            Socket socket = new Socket();
            idle.add(socket);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
        } catch (IOException e) {
            // Refused: so it should be.
            assertThat(e).isNotNull();
        }
    }

    /** Clients that stay idle do not all come at once: waits until the last connection is closed, or is idle for a while. */
    private void letItCatchUp() throws IOException {
        Socket last = idle.get(idle.size() - 1);
        try {
            last.setSoTimeout(200);
            int unused = last.getInputStream().read();
        } catch (SocketException | SocketTimeoutException e) {
            assertThat(e).isNotNull();
        }
    }

    private static HttpResponse<String> call(String method, int port, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(5))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private String redis() throws IOException {
        return Files.readString(directory.resolve("data/redis.pid")).strip();
    }

    @Test
    void brokerWithoutFilesRefusesConnectionsAndKeepsItsRedis() throws Exception {
        ChildProcess broker = start();
        try {
            await().atMost(PATIENCE).until(() -> READY.matcher(broker.output()).find() || !broker.isAlive());
            int http = port(broker, 1);
            String redis = redis();
            assertThat(call("PUT", http, "/v1/tubes/orders/jobs/a").statusCode())
                    .isEqualTo(201);
            for (int port = 3; port >= 1; port--) {
                for (int i = 0; i < CONNECTIONS; i++) {
                    connect(port(broker, port));
                    if (i % 50 == 49) {
                        letItCatchUp();
                    }
                }
            }
            await().atMost(PATIENCE).until(() -> broker.output().contains("raise its limit with ulimit -n"));
            for (Socket socket : idle) {
                socket.close();
            }
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> call("PUT", http, "/v1/tubes/orders/jobs/b").statusCode() == 201);
            assertThat(call("GET", http, "/v1/tubes/orders/jobs/a").statusCode())
                    .isEqualTo(200);
            assertThat(call("GET", http, "/metrics").body())
                    .containsPattern("grape_refused_total\\{[^}]*bound=\"files\"[^}]*} [1-9]");
            assertThat(redis()).isEqualTo(redis);
            assertThat(broker.output()).doesNotContain("ended by itself", "Too many open files");
        } finally {
            broker.end(PATIENCE);
        }
    }

    /** The guard alone, without which no bound would help: a file that cannot be opened is no dead Redis. */
    @Test
    void brokerWhoseFilesAreTakenAwayKeepsItsRedis() throws Exception {
        ChildProcess broker = start();
        try {
            await().atMost(PATIENCE).until(() -> READY.matcher(broker.output()).find() || !broker.isAlive());
            int http = port(broker, 1);
            String redis = redis();
            limitFiles(broker, 10);
            connect(http);
            await().during(Duration.ofSeconds(5)).atMost(PATIENCE).until(broker::isAlive);
            limitFiles(broker, 1024);
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> call("PUT", http, "/v1/tubes/orders/jobs/a").statusCode() == 201);
            assertThat(redis()).isEqualTo(redis);
            assertThat(broker.output()).doesNotContain("ended by itself");
        } finally {
            broker.end(PATIENCE);
        }
    }

    private static void limitFiles(ChildProcess broker, int most) throws Exception {
        assertThat(new ProcessBuilder(
                                "prlimit",
                                "--pid",
                                String.valueOf(broker.program().pid()),
                                "--nofile=" + most + ":1024")
                        .start()
                        .waitFor())
                .isZero();
    }
}
