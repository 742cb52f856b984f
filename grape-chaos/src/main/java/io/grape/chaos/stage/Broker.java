package io.grape.chaos.stage;

import io.grape.harness.FakeClock;
import io.grape.harness.HarnessFailure;
import io.grape.harness.RunningBroker;
import io.grape.process.FreePorts;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A broker in a process of its own, which clients reach through a wire of its own. It keeps its port when it starts again. */
public final class Broker implements AutoCloseable {
    private static final Duration STOP = Duration.ofSeconds(12);

    private final int port = FreePorts.one();
    private final Proxy wire = Proxy.to(port);
    private final Optional<FakeClock> clock;
    private final List<String> flags;
    private final Path log;
    private RunningBroker process;

    /** Starts one, and does not wait for it. {@code program} is how Java runs it. */
    Broker(List<String> program, String redis, Path log) {
        // The wire between clients and this broker resets connections whose clients have what was sent to them.
        String throughWire = "--trusted-proxies=127.0.0.1";
        this.flags =
                List.of("--http-port=" + port, "--console-port=-1", "--redis=" + redis, "--drain-ms=100", throughWire);
        this.clock = FakeClock.at(log.resolveSibling(log.getFileName() + ".clock"));
        this.log = log;
        this.process = start(program);
    }

    private RunningBroker start(List<String> program) {
        List<String> all = new ArrayList<>(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx160m"));
        all.addAll(program);
        return RunningBroker.start(all, flags, log);
    }

    /** Starts another program in its place, once it has ended, and does not wait for it. */
    public void launch(List<String> program) {
        process.close();
        process = start(program);
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
        return process.process();
    }

    /** Waits until it serves. */
    public void awaitReady() {
        process.awaitServing();
    }

    /** Ends it with kill -9. */
    public void kill() {
        process.kill();
    }

    /** Asks it to end, and waits until it has. */
    public void end() {
        if (!process.end(STOP)) {
            throw new HarnessFailure(
                    "a broker did not end in " + STOP.toSeconds() + " s after SIGTERM:\n" + process.out());
        }
    }

    /** Starts it again, and does not wait for it. */
    public void launch() {
        process.launch();
    }

    /** A clock of its own, which it has once it is launched with it; empty where there is no libfaketime. */
    public Optional<FakeClock> clock() {
        return clock;
    }

    /** Starts it again with such a clock, and does not wait for it. */
    public void launch(FakeClock skewed) {
        process.launch(skewed.environment());
    }

    @Override
    public void close() {
        process.close();
        wire.close();
    }
}
