package io.grape.core.tube;

import io.grape.core.WireName;

/** What happens to jobs that were not delivered in time. */
public enum ExpireTo implements WireName {
    /** They are removed. */
    DROP,
    /** They fail. */
    BURY;

    public static ExpireTo parse(String wireName) {
        return WireName.parse("expireTo", "drop or bury", values(), wireName);
    }
}
