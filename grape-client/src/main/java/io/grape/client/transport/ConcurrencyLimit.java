package io.grape.client.transport;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Limits the calls in flight. Each call needs its own connection, and a broker accepts a limited number of them.
 * Further calls wait, first in, first out. A call that waits at the broker needs no permit: the user's own waits limit
 * them.
 */
final class ConcurrencyLimit {
    /** More calls would only wait at the broker. */
    static final int MAX = 256;

    /** Of acknowledgements, which so never wait behind calls that are shed. */
    static final int OF_ACKNOWLEDGEMENTS = 64;

    private final int most;
    private final Set<PendingCall> queue = new LinkedHashSet<>();
    private final Set<PendingCall> holders = new HashSet<>();

    ConcurrencyLimit(int most) {
        this.most = most;
    }

    int most() {
        return most;
    }

    /** Whether the call may begin now. If not, {@link PendingCall#begin} is called later. */
    synchronized boolean take(PendingCall call) {
        return (holders.size() < most ? holders : queue).add(call) && holders.contains(call);
    }

    synchronized boolean isQueued(PendingCall call) {
        return queue.contains(call);
    }

    /** The call ended, even if it never began. */
    void leave(PendingCall call) {
        PendingCall next = null;
        synchronized (this) {
            if (!queue.remove(call) && holders.remove(call) && !queue.isEmpty()) {
                next = queue.iterator().next();
                queue.remove(next);
                holders.add(next);
            }
        }
        if (next != null) {
            next.begin();
        }
    }
}
