package io.grape.client.worker;

/** Whether a worker takes jobs. */
public enum WorkerState {
    /** It takes jobs. */
    RUNNING,
    /** It takes none until {@link Worker#resume}. */
    PAUSED,
    /** It takes none, and waits for its handlers and acknowledgements. */
    CLOSING,
    /** It has ended. */
    CLOSED
}
