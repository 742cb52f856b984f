package io.grape.client.transport;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Who may be under way. Each call has a connection to itself, and a broker takes a bounded number of those; what comes beyond
 * waits its turn, the first first. Calls for which a broker waits need none: there are as many as somebody waits.
 */
final class ConcurrencyLimit {
    /** More would wait at the broker instead. */
    static final int MAX = 256;

    private final int most;
    private final Set<PendingCall> queue = new LinkedHashSet<>();
    private final Set<PendingCall> holders = new HashSet<>();

    ConcurrencyLimit(int most) {
        this.most = most;
    }

    /** Whether it may begin at once; else it is told to when its turn comes. */
    synchronized boolean take(PendingCall call) {
        return (holders.size() < most ? holders : queue).add(call) && holders.contains(call);
    }

    synchronized boolean isQueued(PendingCall call) {
        return queue.contains(call);
    }

    /** It has ended, whether its turn had come or not. */
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
