package io.grape.client;

import java.util.Locale;

/** The state of a job: {@code docs/lifecycle.md}. */
public enum JobState {
    /** Not due yet. */
    DELAYED,
    /** Due, and waiting for a consumer. */
    READY,
    /** Delivered under a lease. */
    RETAINED,
    /** A dead letter: buried, or its attempts are spent. It stays until it is kicked, discarded or deleted. */
    FAILED,
    /** Due, and held back by a gate that matches its label. */
    GATED,
    /** Finished: kept for a time, or its id is remembered, or gone. */
    FINISHED;

    /** The state of a name on the wire, such as {@code ready}. */
    public static JobState of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** The name on the wire. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
