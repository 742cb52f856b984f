package io.grape.core.schedule;

import io.grape.core.WireName;

/** Whether a schedule has occurrences. */
public enum ScheduleState implements WireName {
    /** An occurrence waits, unless it was refused or deleted. */
    ACTIVE,
    /** It has none until it is resumed. */
    PAUSED,
    /** It has no more. It is forgotten 7 days after its end. */
    ENDED;

    public static ScheduleState parse(String wireName) {
        return WireName.parse("state", "active, paused or ended", values(), wireName);
    }
}
