package io.grape.client;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

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

    private static final Map<String, JobState> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(JobState::wireName, state -> state));

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** The state of a name on the wire, such as {@code ready}. */
    public static JobState of(String name) {
        JobState state = BY_NAME.get(name);
        return state == null ? valueOf(name.toUpperCase(Locale.ROOT)) : state;
    }

    /** The name on the wire. */
    public String wireName() {
        return wireName;
    }
}
