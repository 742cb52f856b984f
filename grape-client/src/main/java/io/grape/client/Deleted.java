package io.grape.client;

/** The result of a delete. */
public enum Deleted {
    /** The job is gone; no worker gets it. */
    DELETED,
    /** There is no such job: it was finished or deleted, or never existed. */
    NOT_FOUND,
    /** A worker holds it now; it stays. */
    RETAINED
}
