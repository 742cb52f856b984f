package io.grape.client.transport;

/** A call that has not ended. */
interface PendingCall {
    /** Its turn has come. */
    void begin();

    /** The client is closed. */
    void close();
}
