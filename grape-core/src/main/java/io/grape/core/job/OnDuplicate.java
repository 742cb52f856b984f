package io.grape.core.job;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import java.util.Locale;

/** What a produce does if its id is live. */
public enum OnDuplicate {
    /** Changes nothing, and the response says so. */
    KEEP,
    /** Gives a delayed, ready or failed job new content and due time; refuses a retained one. */
    REPLACE,
    /** Fails with {@link ErrorCode#DUPLICATE}. */
    REJECT;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static OnDuplicate parse(String wireName) {
        for (OnDuplicate value : values()) {
            if (value.wireName().equals(wireName)) {
                return value;
            }
        }
        throw GrapeException.badValue("onDuplicate", "keep, replace or reject", "'" + wireName + "'");
    }
}
