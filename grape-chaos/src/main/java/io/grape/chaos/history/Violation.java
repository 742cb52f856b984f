package io.grape.chaos.history;

import java.util.Optional;

/**
 * Something that must not be.
 *
 * @param detail what was seen
 * @param excuse the fault that may have undone what a response said; empty = there is no excuse
 */
public record Violation(Kind kind, String id, String detail, Optional<Excuse> excuse) {

    /** What was broken. */
    public enum Kind {
        /** Produced for certain, never finished, and not there at the end. */
        LOST,
        /** Delivered or there at the end, and never produced. */
        UNEXPECTED,
        /** It had more lives than it was produced. */
        DUPLICATED,
        /** Given to a second consumer while the first one's lease was current. */
        OVERLAPPING,
        /** A later lease is not the higher one, or a touch made a lease shorter. */
        SHRINKING,
        /** Delivered before it was due. */
        EARLY,
        /** A lease did something after a higher one had been given. */
        STALE,
        /** Delivered with another payload. */
        CORRUPT,
        /** Its key had more leases than it may. */
        CROWDED,
        /** Delivered before one of its key that is before it, in an ordered tube. */
        OVERTAKING
    }
}
