package io.grape.client.worker;

/** Works on the jobs of a tube, and decides the outcome of each. Called like a {@link Handler}. */
@FunctionalInterface
public interface OutcomeHandler<T> {
    /**
     * Works on one job. An exception, an Error or null releases or buries it, as the {@link Retry} says.
     *
     * @param payload the decoded payload
     * @param job the rest of the job, and whether its lease still holds
     */
    Outcome decide(T payload, JobContext job) throws Exception;
}
