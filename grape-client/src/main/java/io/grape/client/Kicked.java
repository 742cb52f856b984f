package io.grape.client;

/** The answer of a kick. */
public enum Kicked {
    /** It is on its way again, its attempts begin anew. */
    KICKED,
    /** It was ready already. */
    READY_ALREADY,
    /** It is not there: it was finished or deleted, or never was. */
    NOT_FOUND,
    /** A worker has it just now. */
    RETAINED
}
