package io.grape.core.overload;

import io.grape.core.WireName;

/**
 * The classes of work under overload, the most important first. Calls of operators are in none: they are never queued. Source:
 * {@code docs/overload.md}.
 */
public enum WorkClass implements WireName {
    /** Finishes, releases and the like: one that is dropped makes more work. Never shed. */
    ACKNOWLEDGE,
    CONSUME,
    PRODUCE,
    /** Looks, lists and the scans of operations. */
    LOOK;

    /** Whether it goes before all that may be shed. */
    public boolean isFirst() {
        return this == ACKNOWLEDGE;
    }
}
