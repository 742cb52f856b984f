package io.grape.client.worker;

/** What became of an acknowledgement. */
public enum AckResult {
    /** The broker accepted it. */
    DONE,
    /** The lease is not the current one, or the job is gone. */
    LOST,
    /**
     * It could not be sent in time, or the broker rejects it for good. A job whose result the broker rejects is buried.
     */
    GIVEN_UP
}
