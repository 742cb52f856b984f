package io.grape.client.transport;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The calls of a client that have not ended. */
final class InFlightCalls {
    private final Set<PendingCall> calls = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** A call begins; at once it ends, where the client is closed. */
    void add(PendingCall call) {
        calls.add(call);
        if (closed) {
            call.close();
        }
    }

    void remove(PendingCall call) {
        calls.remove(call);
    }

    boolean isClosed() {
        return closed;
    }

    /** All end. */
    void close() {
        closed = true;
        calls.forEach(PendingCall::close);
    }
}
