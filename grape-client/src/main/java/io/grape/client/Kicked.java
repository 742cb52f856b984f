package io.grape.client;

/** The answer of a kick. */
public enum Kicked {
    /** It is on its way again, its attempts begin anew. */
    KICKED,
    /** It was ready already. */
    READY_ALREADY,
    NOT_FOUND,
    /** A worker has it just now. */
    RETAINED
}
