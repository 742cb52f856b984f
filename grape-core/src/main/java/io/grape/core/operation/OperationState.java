package io.grape.core.operation;

import java.util.Locale;

/** Whether it goes on, and how it ended. */
public enum OperationState {
    RUNNING,
    PAUSED,
    /** It got through. */
    DONE,
    /** Somebody ended it, or removed its tube. */
    CANCELLED,
    /** Too many jobs failed meanwhile. */
    STOPPED,
    /** It could not go on. */
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
