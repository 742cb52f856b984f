package io.grape.core.schedule;

import io.grape.core.WireName;

/** What becomes of a fixed local time that does not exist on a day, because the clocks go forward over it. */
public enum GapPolicy implements WireName {
    /** The first instant after the gap. */
    NEXT,
    /** There is no occurrence on that day. */
    SKIP;

    public static GapPolicy parse(String wireName) {
        return WireName.parse("gap", "next or skip", values(), wireName);
    }
}
