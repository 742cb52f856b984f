package io.grape.core.schedule;

import io.grape.core.WireName;

/** Which occurrences are made up for that no broker made in time. */
public enum MissedPolicy implements WireName {
    /** The latest one. */
    ONE,
    /** None. */
    SKIP,
    /** All of them, within limits. */
    ALL;

    public static MissedPolicy parse(String wireName) {
        return WireName.parse("missed", "one, skip or all", values(), wireName);
    }
}
