package io.grape.client.worker;

/** Works on the jobs of a tube, and says what becomes of each. Called as a {@link Handler} is. */
@FunctionalInterface
public interface OutcomeHandler<T> {
    /**
     * Works on one job. What is thrown, and a null, releases or buries it, as the {@link Retry} says.
     *
     * @param payload as its codec reads it
     * @param job what else there is of the job, and whether its lease still holds
     */
    Outcome decide(T payload, JobContext job) throws Exception;
}
