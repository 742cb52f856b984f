package io.grape.client.transport;

/** Whether a call may be sent again. */
public enum Repeat {
    /** It does no harm. */
    ALWAYS,
    /** Only where it is certain that it did not happen. */
    IF_NOT_DONE
}
