package io.grape.core.overload;

import io.grape.core.WireName;

/** What work is worth under overload, the most first. Source: {@code docs/overload.md}. */
public enum WorkClass implements WireName {
    /** Finishes, releases and the like: one that is dropped makes more work. Never shed. */
    ACKNOWLEDGE,
    /** What an operator does during an incident. Never shed. */
    CONTROL,
    CONSUME,
    PRODUCE,
    /** Looks, lists and slices of operations. */
    LOOK;

    /** Whether it waits before all that may be shed. */
    public boolean isFirst() {
        return this == ACKNOWLEDGE || this == CONTROL;
    }
}
