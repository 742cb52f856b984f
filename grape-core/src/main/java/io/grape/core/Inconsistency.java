package io.grape.core;

import java.util.Locale;

/** What the self-check, or whoever meets it first, puts right, and a tube counts. */
public enum Inconsistency {
    /** A member of a set that is no job; it is taken out. */
    LOST,
    /**
     * A job in no set, or whose lease and set contradict each other; it waits again, until its producer said if it never ran, no
     * longer if it did; or it is failed if it was.
     */
    RECOVERED,
    /** A job in several sets; it stays in one. */
    DOUBLED,
    /** A job in the set of another priority; it is moved, and due when it was. */
    MISPLACED,
    /** A priority whose jobs no consume would find; it is listed. */
    UNLISTED,
    /** What cannot be read as a job, or whose key is of another type; it is put among the failed ones, and nothing is written into it. */
    UNREADABLE;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
