package io.grape.server.beanstalkd;

import io.grape.server.admission.MemoryBudget;

/** Memory for what a connection holds as long as it lasts. It counts for its caller, whose part none of its connections exceeds. Thread-safe. */
final class SessionMemory {
    private final MemoryBudget.Share held;
    /** Holds nothing: what a share holds itself does not keep it from growing. */
    private final MemoryBudget.Share next;

    /** Of a caller; it holds nothing yet. */
    SessionMemory(MemoryBudget.Share ofCaller) {
        this.held = ofCaller;
        this.next = ofCaller.another();
    }

    /** False where so many bytes are not left. */
    boolean isLeft(long bytes) {
        boolean isLeft = next.grow(bytes);
        if (isLeft) {
            next.give(bytes);
        }
        return isLeft;
    }

    /** Takes so many; false, and nothing taken, where they are not left. */
    boolean take(long bytes) {
        boolean isLeft = isLeft(bytes);
        if (isLeft) {
            held.hold(bytes);
        }
        return isLeft;
    }

    /** Takes so many, which were left before. */
    void hold(long bytes) {
        held.hold(bytes);
    }

    /** Gives so many back. */
    void give(long bytes) {
        held.give(bytes);
    }

    /** The connection is gone. */
    void release() {
        held.release();
    }
}
