package io.grape.client.worker;

/** Works on the jobs of a tube. Called by several threads at a time, up to the concurrency of the tube. */
@FunctionalInterface
public interface Handler<T> {
    /**
     * Works on one job. A return finishes it. What is thrown releases or buries it, as the {@link Retry} says; an Error as well.
     *
     * @param payload as its codec reads it
     * @param job what else there is of the job, and whether its lease still holds
     */
    void handle(T payload, JobContext job) throws Exception;
}
