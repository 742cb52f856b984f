package io.grape.redis.script;

import io.grape.core.CallContext;

/**
 * What one caller asks for, in one call or in several slices. It can be shed until its first part has left for Redis; what is left of it
 * then is done.
 */
public final class Submission {
    private final CallContext context;
    private volatile boolean hasLeft;

    public Submission(CallContext context) {
        this.context = context;
    }

    /** What its caller brings. */
    public CallContext context() {
        return context;
    }

    /** Whether its first part has left. */
    public boolean hasLeft() {
        return hasLeft;
    }

    void leaves() {
        hasLeft = true;
    }

    /** Those with the same one keep their order. */
    Object order() {
        return context.connection() == null ? this : context.connection();
    }
}
