package io.grape.server.http.json;

import io.grape.core.Limits;

/** The least and the greatest value that are allowed. */
public record Bounds(long least, long most) {
    /** How many jobs, or entries, one call may ask for. */
    public static final Bounds BATCH = new Bounds(1, Limits.MAX_BATCH);
}
