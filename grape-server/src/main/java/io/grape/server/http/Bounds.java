package io.grape.server.http;

import io.grape.core.Limits;

/** The least and the greatest value that are allowed. */
record Bounds(long least, long most) {
    /** How many jobs, or entries, one call may ask for. */
    static final Bounds BATCH = new Bounds(1, Limits.MAX_BATCH);
}
