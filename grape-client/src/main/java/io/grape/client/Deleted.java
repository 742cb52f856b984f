package io.grape.client;

/** The answer of a delete. */
public enum Deleted {
    /** The job is gone, and nobody gets it. */
    DELETED,
    /** It is not there: it was finished or deleted before, or never was. */
    NOT_FOUND,
    /** A worker has it just now; it stays. */
    RETAINED
}
