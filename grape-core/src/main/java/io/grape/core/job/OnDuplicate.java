package io.grape.core.job;

import io.grape.core.ErrorCode;
import io.grape.core.WireName;

/** What a produce does if its id is live. */
public enum OnDuplicate implements WireName {
    /** Changes nothing, and the response says so. */
    KEEP,
    /** Gives a delayed, ready or failed job new content and due time; refuses a retained one. */
    REPLACE,
    /** Fails with {@link ErrorCode#DUPLICATE}. */
    REJECT,
    /**
     * Replaces it as REPLACE does, but leaves it due no later than a time after its first produce. A retained one is followed by this job
     * as soon as it ends.
     */
    DEBOUNCE;

    public static OnDuplicate parse(String wireName) {
        return WireName.parse("onDuplicate", "keep, replace, reject or debounce", values(), wireName);
    }
}
