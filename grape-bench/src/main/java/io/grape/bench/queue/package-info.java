/**
 * The load that measures a queue through its client library: 16 producer threads and 16 handlers in a process of their own.
 *
 * <p>{@link io.grape.bench.queue.QueueProgram} runs it for any {@link io.grape.bench.queue.QueueClient}. This package uses only the
 * JDK and the histogram of {@code load}, so that the benchmark of the peers can use it without Grape's libraries.
 */
@NullMarked
package io.grape.bench.queue;

import org.jspecify.annotations.NullMarked;
