/** Other queues, each through its own client library with documented settings, as a {@link io.grape.bench.queue.QueueProgram} loads them. */
@NullMarked
package io.grape.bench.peers;

import org.jspecify.annotations.NullMarked;
