package io.grape.bench.stage;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;

/** The servers behind a client library: one that stores, and perhaps one before it. */
public final class QueueServer implements AutoCloseable {
    private final String address;
    private final Map<String, ProcessHandle> processes;
    private final DoubleSupplier storedBytes;
    private final Runnable stop;

    private QueueServer(
            String address, Map<String, ProcessHandle> processes, DoubleSupplier storedBytes, Runnable stop) {
        this.address = address;
        this.processes = processes;
        this.storedBytes = storedBytes;
        this.stop = stop;
    }

    static QueueServer of(String address, ProcessHandle store, DoubleSupplier storedBytes, Runnable stop) {
        return new QueueServer(address, Map.of("store", store), storedBytes, stop);
    }

    /** The same with a server between the clients and this one. */
    QueueServer behind(String before, ProcessHandle server, Runnable stopServer) {
        Map<String, ProcessHandle> all = new LinkedHashMap<>();
        all.put("server", server);
        all.putAll(processes);
        return new QueueServer(before, all, storedBytes, () -> {
            stopServer.run();
            stop.run();
        });
    }

    /** As its client library takes it. */
    public String address() {
        return address;
    }

    /** {@code server}, if there is one, and {@code store}; each may have started others. */
    public Map<String, ProcessHandle> processes() {
        return processes;
    }

    /** The memory or, of a database, the space that it takes. */
    public double storedBytes() {
        return storedBytes.getAsDouble();
    }

    @Override
    public void close() {
        stop.run();
    }
}
