package io.grape.core;

import java.util.Locale;

/** The state of a live job. Delayed and ready share one sorted set: a job is ready once its due time has passed. */
public enum JobState {
    /** Waits for its due time. */
    DELAYED,
    /** Due, and waiting for a consumer. */
    READY,
    /** Delivered under a lease. */
    RETAINED,
    /** Buried by a consumer, or its attempts are spent. */
    FAILED;

    /** {@code delayed}, {@code ready}, {@code retained}, {@code failed}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static JobState parse(String wireName) {
        for (JobState state : values()) {
            if (state.wireName().equals(wireName)) {
                return state;
            }
        }
        throw GrapeException.badValue("state", "delayed, ready, retained or failed", "'" + wireName + "'");
    }
}
