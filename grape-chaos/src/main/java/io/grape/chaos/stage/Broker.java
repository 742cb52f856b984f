package io.grape.chaos.stage;

import io.grape.process.ChildProcess;
import io.grape.process.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A broker in a process of its own, which clients reach through a wire of its own. It keeps its port when it starts again. */
public final class Broker implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(90);
    private static final Duration STOP = Duration.ofSeconds(12);
    private static final int POLL_MILLIS = 1000;

    private final List<String> command;
    private final Path log;
    private final int port = FreePorts.one();
    private final Proxy wire = Proxy.to(port);
    private final Optional<FakeClock> clock;
    private ChildProcess process;

    /** Starts one, and does not wait for it. {@code program} is how Java runs it. */
    Broker(List<String> program, String redis, Path log) {
        List<String> all = new ArrayList<>();
        all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        all.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx160m"));
        all.addAll(program);
        // The wire between clients and this broker resets connections whose clients have what was sent to them.
        String throughWire = "--trusted-proxies=127.0.0.1";
        all.addAll(
                List.of("--http-port=" + port, "--console-port=-1", "--redis=" + redis, "--drain-ms=100", throughWire));
        this.command = List.copyOf(all);
        this.log = log;
        this.clock = FakeClock.at(log.resolveSibling(log.getFileName() + ".clock"));
        this.process = started(unchanged -> {});
    }

    private ChildProcess started(Consumer<Map<String, String>> environment) {
        try {
            return ChildProcess.start(log, command, environment);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where clients reach it. */
    public URI http() {
        return URI.create("http://127.0.0.1:" + wire.port());
    }

    /** Where it listens, with no wire before it. */
    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** What lies between it and its clients. */
    public Proxy wire() {
        return wire;
    }

    public ProcessHandle process() {
        return process.program();
    }

    /** Waits until it serves. */
    public void awaitReady() {
        if (!process.awaitReady(this::isReady, START)) {
            throw new StageFailure(
                    "a broker ended, or was not ready in " + START.toSeconds() + " s:\n" + process.output());
        }
    }

    private boolean isReady() {
        try {
            HttpURLConnection connection = (HttpURLConnection) URI.create("http://127.0.0.1:" + port + "/health/ready")
                    .toURL()
                    .openConnection();
            connection.setConnectTimeout(POLL_MILLIS);
            connection.setReadTimeout(POLL_MILLIS);
            return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException e) {
            return false;
        }
    }

    /** Ends it with kill -9. */
    public void kill() {
        process.kill();
    }

    /** Asks it to end, and waits until it has. */
    public void end() {
        if (!process.end(STOP)) {
            throw new StageFailure("a broker did not end in " + STOP.toSeconds() + " s after SIGTERM, see " + log);
        }
    }

    /** Starts it again, and does not wait for it. */
    public void launch() {
        process = started(unchanged -> {});
    }

    /** A clock of its own, which it has once it is launched with it; empty where there is no libfaketime. */
    public Optional<FakeClock> clock() {
        return clock;
    }

    /** Starts it again with such a clock, and does not wait for it. */
    public void launch(FakeClock skewed) {
        process = started(skewed::of);
    }

    @Override
    public void close() {
        kill();
        wire.close();
    }
}
