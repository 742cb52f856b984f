package io.grape.bench.queue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A queue as an application uses it: through its client library with documented settings. Producing threads call it concurrently,
 * and each call returns once the queue has accepted the jobs, or throws a {@link RefusedException}.
 */
public interface QueueClient extends AutoCloseable {
    /** Starts the workers. A job is finished, so that it does not run again, once the handler has returned. */
    void work(int workers, Consumer<Order> handler) throws Exception;

    /** Produces a job that is due after the delay; {@link Duration#ZERO}: at once. Returns what {@link #cancel} finds it by. */
    String produce(Order order, Duration delay) throws Exception;

    /** Produces jobs that are due at once, in one call if the library has such a call. */
    void produceAll(List<Order> orders) throws Exception;

    /** Deletes a job that waits. False if it does not exist. Throws UnsupportedOperationException if the queue cannot do that. */
    default boolean cancel(String id) throws Exception {
        throw new UnsupportedOperationException("this queue cannot cancel a job");
    }

    @Override
    void close() throws IOException;

    /** Connects to the queue. */
    @FunctionalInterface
    interface Factory {
        /**
         * Connects a client.
         *
         * @param address as the benchmark gives it on the command line
         * @param queue a name of letters, digits and {@code -}; programs with the same name share the queue
         */
        QueueClient connect(String address, String queue) throws Exception;
    }
}
