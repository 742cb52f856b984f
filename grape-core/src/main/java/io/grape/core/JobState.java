package io.grape.core;

import java.util.List;
import java.util.stream.Stream;

/**
 * The state of a job. Delayed and ready share one sorted set: a job is ready once its due time has passed. All but finished are states
 * of live jobs.
 */
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
    GATED,
    /** Finished, and kept for a time, or its id is remembered. */
    FINISHED;

    private static final List<JobState> LIVE =
            Stream.of(values()).filter(state -> state != FINISHED).toList();

    /** The states of live jobs. */
    public static List<JobState> live() {
        return LIVE;
    }

    /** The state of a job that may be live no more. */
    public static JobState read(String wireName) {
        return WireName.parse("state", "delayed, ready, retained, failed, gated or finished", values(), wireName);
    }

    /** The state of a live job. */
    public static JobState parse(String wireName) {
        return WireName.parse(
                "state", "delayed, ready, retained, failed or gated", LIVE.toArray(JobState[]::new), wireName);
    }
}
