package io.grape.client.transport;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The calls of a client that have not ended. */
final class InFlightCalls {
    private final Set<CallExecution> sendings = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** A call begins; at once it ends, where the client is closed. */
    void add(CallExecution sending) {
        sendings.add(sending);
        if (closed) {
            sending.close();
        }
    }

    void remove(CallExecution sending) {
        sendings.remove(sending);
    }

    boolean isClosed() {
        return closed;
    }

    /** All end. */
    void close() {
        closed = true;
        sendings.forEach(CallExecution::close);
    }
}
