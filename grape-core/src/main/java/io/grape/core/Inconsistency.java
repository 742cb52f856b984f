package io.grape.core;

/** The faults that the self-check, or a call that meets them first, repairs. Each tube counts them. */
public enum Inconsistency implements WireName {
    /** A member of a set that is no job; it is removed. */
    LOST,
    /**
     * A job in no set, or whose lease and set contradict each other. If it never ran, it waits again until its due
     * time. If it ran, it is ready at once; if it was failed, it is failed again.
     */
    RECOVERED,
    /** A job in several sets; it stays in one. */
    DOUBLED,
    /** A job in the set of another priority; it is moved, and due when it was. */
    MISPLACED,
    /** A priority that no consume would find; it is listed. */
    UNLISTED,
    /** A lane of a key that would never have its turn; it is looked at again. */
    STALLED,
    /** A job that cannot be read, or whose key has another type; it is failed, and nothing is written into it. */
    UNREADABLE
}
