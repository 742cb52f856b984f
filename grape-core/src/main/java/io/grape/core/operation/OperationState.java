package io.grape.core.operation;

import io.grape.core.WireName;
import java.util.Locale;

/** The state of an operation, and how it ended. */
public enum OperationState implements WireName {
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

    public static OperationState parse(String wireName) {
        return valueOf(wireName.toUpperCase(Locale.ROOT));
    }

    public boolean isEnd() {
        return this != RUNNING && this != PAUSED;
    }
}
