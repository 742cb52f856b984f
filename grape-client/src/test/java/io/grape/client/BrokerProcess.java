package io.grape.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.redis.TestRedis;
import io.grape.server.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A broker in a process of its own on the Redis of this run, which can be killed. */
final class BrokerProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern READY = Pattern.compile("grape is ready http=(\\S+)");

    private final Process process;
    private final Path out;

    private BrokerProcess(Process process, Path out) {
        this.process = process;
        this.out = out;
    }

    /** Begins to start one; {@link #uri} waits until it serves. */
    static BrokerProcess start(String namespace) {
        try {
            Path out = Files.createTempFile("grape-broker-", ".out");
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Main.class.getName(),
                            "--redis",
                            TestRedis.uri(),
                            "--namespace",
                            namespace,
                            "--http-port",
                            "0")
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            return new BrokerProcess(process, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    URI uri() {
        await().atMost(PATIENCE).until(() -> READY.matcher(said()).find() || !process.isAlive());
        Matcher ready = READY.matcher(said());
        assertThat(ready.find()).as(said()).isTrue();
        return URI.create(ready.group(1));
    }

    private String said() {
        try {
            return Files.readString(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        kill();
        try {
            Files.deleteIfExists(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
