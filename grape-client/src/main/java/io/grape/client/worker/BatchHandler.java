package io.grape.client.worker;

import java.util.List;

/** Works on many jobs of a tube at once. Called by several threads at a time, up to the concurrency of the tube. */
@FunctionalInterface
public interface BatchHandler<T> {
    /**
     * Works on the jobs of a batch. A return finishes those that nothing was {@linkplain BatchJob#decide decided} for.
     * After an exception or Error, the {@link Retry} decides for each of these.
     *
     * @param batch one job or more, in the order of their delivery
     */
    void handle(List<BatchJob<T>> batch) throws Exception;
}
