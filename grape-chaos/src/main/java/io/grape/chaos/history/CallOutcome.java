package io.grape.chaos.history;

/** What a client knows of a call once it is over. */
public enum CallOutcome {
    /** It was done. */
    DONE,
    /** It was not done, and will not be. */
    REFUSED,
    /** The response was lost, late, or says that nobody knows: it may have been done, or be done yet. */
    UNKNOWN
}
