package io.grape.client.transport;

/** A call that has not ended. */
interface PendingCall {
    /** Begins: the concurrency limit allows it. */
    void begin();

    /** The client is closed. */
    void close();
}
