package io.grape.core;

/** The state of a live job. Delayed and ready share one sorted set: a job is ready once its due time has passed. */
public enum JobState implements WireName {
    /** Waits for its due time. */
    DELAYED,
    /** Due, and waiting for a consumer. */
    READY,
    /** Delivered under a lease. */
    RETAINED,
    /** Buried by a consumer or a gate, or its attempts are spent. */
    FAILED,
    /** Was due, and is held back by a gate that matches its label. */
    GATED;

    public static JobState parse(String wireName) {
        return WireName.parse("state", "delayed, ready, retained, failed or gated", values(), wireName);
    }
}
