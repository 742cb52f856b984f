package io.grape.bench.stage;

import io.grape.harness.HarnessFailure;
import io.grape.harness.Programs;
import io.grape.process.ChildProcess;
import io.grape.process.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A {@link FixedServer} in a process of its own. */
public final class Floor implements AutoCloseable {
    private static final int CONNECT_MILLIS = 1000;
    private static final Duration START = Duration.ofSeconds(60);

    private final ChildProcess child;
    private final InetSocketAddress address;

    private Floor(ChildProcess child, InetSocketAddress address) {
        this.child = child;
        this.address = address;
    }

    static Floor start(String protocol, int payload, Path directory) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePorts.one());
        List<String> command = List.of(
                Programs.java(),
                "-cp",
                System.getProperty("java.class.path"),
                FixedServer.class.getName(),
                protocol,
                Integer.toString(address.getPort()),
                Integer.toString(payload));
        try {
            ChildProcess child = ChildProcess.start(directory.resolve(protocol + ".log"), command, unchanged -> {});
            if (!child.awaitReady(() -> isThere(address), START)) {
                child.kill();
                throw new HarnessFailure("the server of fixed responses did not start:\n" + child.output());
            }
            return new Floor(child, address);
        } catch (IOException e) {
            throw new HarnessFailure("cannot start the server of fixed responses: " + e.getMessage(), e);
        }
    }

    private static boolean isThere(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    public InetSocketAddress address() {
        return address;
    }

    public ProcessHandle process() {
        return child.program();
    }

    @Override
    public void close() {
        child.kill();
    }
}
