package io.grape.bench.stage;

import io.grape.harness.Programs;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/** A {@link FixedServer} in a process of its own. */
public final class Floor implements AutoCloseable {
    private final ListeningProcess server;

    private Floor(ListeningProcess server) {
        this.server = server;
    }

    static Floor start(String protocol, int payload, Path directory) {
        return new Floor(ListeningProcess.start(
                "the server of fixed responses",
                directory.resolve(protocol + ".log"),
                address -> List.of(
                        Programs.java(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FixedServer.class.getName(),
                        protocol,
                        Integer.toString(address.getPort()),
                        Integer.toString(payload))));
    }

    public InetSocketAddress address() {
        return server.address();
    }

    public ProcessHandle process() {
        return server.child().program();
    }

    @Override
    public void close() {
        server.child().kill();
    }
}
