package io.grape.client.worker;

/** What happens to a job whose payload does not decode. */
public enum Undecodable {
    /**
     * It is retried later, as the {@link Retry} says. So during a rollout, the job of a newer producer waits for a
     * worker that can read it.
     */
    RETRY,
    /** It fails at once, with the codec's message as the reason. */
    BURY
}
