package io.grape.bench.stage;

import io.grape.harness.HarnessFailure;
import io.grape.process.ChildProcess;
import io.grape.process.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** A child process that listens on a port of this machine. */
record ListeningProcess(ChildProcess child, InetSocketAddress address) {
    private static final int CONNECT_MILLIS = 1000;
    private static final Duration START = Duration.ofSeconds(60);

    /** Starts one, and waits until it takes connections. */
    static ListeningProcess start(String name, Path log, Function<InetSocketAddress, List<String>> command) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePorts.one());
        try {
            ChildProcess child = ChildProcess.start(log, command.apply(address), unchanged -> {});
            if (!child.awaitReady(() -> takesConnections(address), START)) {
                child.kill();
                throw new HarnessFailure(name + " did not start:\n" + child.output());
            }
            return new ListeningProcess(child, address);
        } catch (IOException e) {
            throw new HarnessFailure("cannot start " + name + ": " + e.getMessage(), e);
        }
    }

    private static boolean takesConnections(InetSocketAddress address) {
        try (Socket socket = connect(address)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static Socket connect(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(address, CONNECT_MILLIS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    Socket connect() throws IOException {
        return connect(address);
    }
}
