package io.grape.client.transport;

/** A call that has not ended. */
interface PendingCall {
    /** Its turn has come. */
    void begin();

    /** It fails, because the client is closed. */
    void close();

    /** Whether it counts against the limit of calls without a response. */
    boolean isCounted();

    /** The length of its body. */
    long bytes();

    /** Whether it counts with acknowledgements and operators' calls, which have room of their own. */
    boolean isUrgent();
}
