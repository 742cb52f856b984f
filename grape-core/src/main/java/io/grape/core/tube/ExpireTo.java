package io.grape.core.tube;

import io.grape.core.WireName;

/** What becomes of jobs that were not begun in time. */
public enum ExpireTo implements WireName {
    /** They are gone. */
    DROP,
    /** They fail. */
    BURY;

    public static ExpireTo parse(String wireName) {
        return WireName.parse("expireTo", "drop or bury", values(), wireName);
    }
}
