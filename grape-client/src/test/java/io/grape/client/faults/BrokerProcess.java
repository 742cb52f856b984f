package io.grape.client.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.process.ChildProcess;
import io.grape.process.FreePorts;
import io.grape.server.app.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A broker in a process of its own, always at the same address, which can be killed, stopped, ended and started again. */
final class BrokerProcess implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final int port = FreePorts.one();
    private final String redis;
    private final Path log;
    private ChildProcess process;

    private BrokerProcess(String redis) {
        this.redis = redis;
        this.log = newLog();
        this.process = run();
    }

    /** Begins to start one; {@link #awaitReady} waits until it serves. */
    static BrokerProcess start(String redis) {
        return new BrokerProcess(redis);
    }

    private static Path newLog() {
        try {
            return Files.createTempFile("grape-broker-", ".log");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ChildProcess run() {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "--redis",
                redis,
                "--console-port=-1",
                // A wire between resets connections whose clients have what was sent to them.
                "--trusted-proxies=127.0.0.1",
                "--http-port",
                Integer.toString(port));
        try {
            return ChildProcess.start(log, command, environment -> {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    void awaitReady() {
        process.awaitReady(() -> process.output().contains("grape is ready"), PATIENCE);
        assertThat(process.output()).contains("grape is ready");
    }

    /** SIGKILL. */
    void kill() {
        process.kill();
    }

    /** SIGTERM: it answers what it was asked, and ends. */
    void end() {
        process.program().destroy();
        assertThat(process.awaitExit()).as(process.output()).isZero();
    }

    /** Starts it again once it has ended, and waits until it serves. */
    void startAgain() {
        try {
            Files.writeString(log, "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        process = run();
        awaitReady();
    }

    /** SIGSTOP: its connections stay, and it does nothing. */
    void stop() {
        signal("STOP");
    }

    /** SIGCONT. */
    void resume() {
        signal("CONT");
    }

    /** Whatever was done to it, it runs again. */
    void mend() {
        if (process.isAlive()) {
            resume();
        } else {
            startAgain();
        }
    }

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder(
                            "kill", "-" + name, Long.toString(process.program().pid()))
                    .start();
            assertThat(kill.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(kill.exitValue()).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        kill();
        try {
            Files.deleteIfExists(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
