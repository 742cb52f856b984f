package io.grape.client.transport;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Limits the calls in flight. Each call needs its own connection, and a broker accepts a limited number of them.
 * Further calls wait, first in, first out. A call that waits at the broker needs no permit: the user's own waits limit
 * them. Nor does one that pauses before it is sent again.
 */
final class ConcurrencyLimit {
    /** More calls would only wait at the broker. */
    static final int MAX = 256;

    /** Of acknowledgements and operators' calls, which so never wait behind calls that may be shed. */
    static final int OF_URGENT = 64;

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

    /** Whether the call was waiting. It waits no more, and will not begin. */
    synchronized boolean giveUp(PendingCall call) {
        return queue.remove(call);
    }

    /** The call ended, even if it never began, or pauses. */
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
