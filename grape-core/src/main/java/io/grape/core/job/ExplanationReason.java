package io.grape.core.job;

/** The reasons why a job is not delivered. */
public enum ExplanationReason {
    /** It is not due. */
    DELAYED,
    /** It is ready, and next. */
    NEXT,
    /** It is ready, and others come first. */
    JOBS_AHEAD,
    /** It is ready, and its tube is paused. */
    PAUSED,
    /** A gate holds it, or drops or buries it when its turn comes. */
    GATED,
    /** It is ready, and its tube has as many leases as it may. */
    TUBE_BUSY,
    /** It is ready, and its tube has delivered as many jobs a second as it may. */
    TUBE_RATE_LIMITED,
    /** It is ready, and other keys have their turn before its own. */
    KEY_TURN,
    /** It is ready, and its key has as many leases as it may. */
    KEY_BUSY,
    /** It is ready, and its key has been delivered as fast as it may. */
    KEY_RATE_LIMITED,
    /** It is ready, and its key rests, as a worker asked. */
    KEY_PAUSED_BY_WORKER,
    /** It is ready, and a job of its key that it may not overtake is delayed: by the tube's retry, a release, a hand-back or a kick. */
    KEY_DELAYED,
    /** It is ready, and its key is paused. */
    KEY_PAUSED,
    /** It is ready, and its key waits for a failed job. */
    KEY_BLOCKED,
    /** A consumer holds it. */
    RETAINED,
    /** It is ready again, because its lease expired unnoticed. */
    LEASE_EXPIRED,
    /** It was not begun in time, and the next look drops or buries it. */
    EXPIRES,
    /** A consumer buried it. */
    BURIED,
    /** All its deliveries are used. */
    ATTEMPTS_SPENT
}
