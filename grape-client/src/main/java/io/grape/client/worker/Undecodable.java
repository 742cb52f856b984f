package io.grape.client.worker;

/** What becomes of a job whose payload the codec of its tube cannot read. */
public enum Undecodable {
    /**
     * It is tried again later, as the {@link Retry} says. So a job of a producer that is newer than this worker waits for a worker that
     * can read it: while a release is rolled out, say.
     */
    RETRY,
    /** It fails at once, with what the codec said as the reason. */
    BURY
}
