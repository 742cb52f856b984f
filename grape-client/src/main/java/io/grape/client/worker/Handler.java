package io.grape.client.worker;

/** Works on the jobs of a tube. Called by several threads at a time, up to the concurrency of the tube. */
@FunctionalInterface
public interface Handler<T> {
    /**
     * Works on one job. A return finishes it. An exception or Error releases or buries it, as the {@link Retry} says.
     *
     * @param payload the decoded payload
     * @param job the rest of the job, and whether its lease still holds
     */
    void handle(T payload, JobContext job) throws Exception;
}
