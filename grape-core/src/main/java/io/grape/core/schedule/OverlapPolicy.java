package io.grape.core.schedule;

import io.grape.core.WireName;

/** Which occurrences a fixed local time has that exists twice on a day, because the clocks go back over it. */
public enum OverlapPolicy implements WireName {
    FIRST,
    SECOND,
    BOTH;

    public static OverlapPolicy parse(String wireName) {
        return WireName.parse("overlap", "first, second or both", values(), wireName);
    }
}
