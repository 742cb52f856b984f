package io.grape.server.http;

import java.util.concurrent.atomic.AtomicLong;

/** The bytes of bodies that a door holds, of all requests in flight together: there may be any number of them. */
final class BodyBudget {
    private final long most;
    private final AtomicLong held = new AtomicLong();

    BodyBudget(long most) {
        this.most = most;
    }

    /** What one request has of it, nothing yet. */
    Share share() {
        return new Share();
    }

    private boolean take(long bytes) {
        if (held.addAndGet(bytes) <= most) {
            return true;
        }
        held.addAndGet(-bytes);
        return false;
    }

    /** What one request has of the budget. Lives on one event loop. */
    final class Share {
        private long mine;

        /** False, and nothing taken, when so many are not left. */
        boolean grow(long bytes) {
            boolean given = take(bytes);
            mine += given ? bytes : 0;
            return given;
        }

        /** Gives back everything. */
        void release() {
            held.addAndGet(-mine);
            mine = 0;
        }
    }
}
