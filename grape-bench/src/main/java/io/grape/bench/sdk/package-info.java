/** Grape's Java SDK as the queue that a {@link io.grape.bench.queue.QueueProgram} loads. Nothing else of the bench uses the SDK. */
@NullMarked
package io.grape.bench.sdk;

import org.jspecify.annotations.NullMarked;
