package io.grape.client.transport;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The calls of a client that have not ended. */
final class InFlightCalls {
    private final Set<PendingCall> calls = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Adds a call. If the client is closed, the call ends at once. */
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

    /** Ends all calls. */
    void close() {
        closed = true;
        calls.forEach(PendingCall::close);
    }
}
