package io.grape.client;

import java.util.Locale;

/** Where a job is: {@code docs/lifecycle.md}. */
public enum JobState {
    /** Not due yet. */
    DELAYED,
    /** Due, and waiting for a consumer. */
    READY,
    /** Handed out under a lease. */
    RETAINED,
    /** Buried, or its attempts are spent; stays until it is kicked, discarded or deleted. */
    FAILED,
    /** Gone: finished. Only the answer of a finish says so. */
    FINISHED;

    /** Of a name on the wire, such as {@code ready}. */
    public static JobState of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** As the wire has it. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
