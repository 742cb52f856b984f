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
    REJECT;

    public static OnDuplicate parse(String wireName) {
        return WireName.parse("onDuplicate", "keep, replace or reject", values(), wireName);
    }
}
