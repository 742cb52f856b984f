/** Tests of the load that measures client libraries. */
@NullMarked
package io.grape.bench.queue;

import org.jspecify.annotations.NullMarked;
