/** A real Redis as a process of its own, for brokers that are given none, and for tests. Uses the address parser of the storage. */
@NullMarked
package io.grape.embedded;

import org.jspecify.annotations.NullMarked;
