package io.grape.client;

/** The result of a kick. */
public enum Kicked {
    /** It is ready or delayed again, and its attempts begin anew. */
    KICKED,
    /** It was ready already. */
    READY_ALREADY,
    /** There is no such job: it was finished or deleted, or never existed. */
    NOT_FOUND,
    /** A worker holds it now. */
    RETAINED
}
