package io.grape.client.transport;

/** Whether a call may be retried. */
public enum RetryPolicy {
    /** Always: the call is idempotent. */
    ALWAYS,
    /** Only if it certainly did not happen. */
    IF_NOT_DONE
}
