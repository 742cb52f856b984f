package io.grape.core.operation;

import java.util.Locale;

/** The state of an operation, and how it ended. */
public enum OperationState {
    RUNNING,
    PAUSED,
    /** It completed. */
    DONE,
    /** Someone cancelled it, or removed its tube. */
    CANCELLED,
    /** Too many jobs failed meanwhile. */
    STOPPED,
    /** It could not continue. */
    FAILED;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static OperationState parse(String wireName) {
        return valueOf(wireName.toUpperCase(Locale.ROOT));
    }

    public boolean isEnd() {
        return this != RUNNING && this != PAUSED;
    }
}
