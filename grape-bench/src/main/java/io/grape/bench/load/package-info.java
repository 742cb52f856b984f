/**
 * The load generator: one thread and a selector drive every connection, each of which says what its
 * {@link io.grape.bench.load.ConnectionScript} tells it to. Knows wires, and nothing of processes or reports.
 */
@NullMarked
package io.grape.bench.load;

import org.jspecify.annotations.NullMarked;
