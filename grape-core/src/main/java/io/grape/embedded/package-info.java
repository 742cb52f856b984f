/** A real Redis as a process of its own, for brokers that are given none, and for tests. */
@NullMarked
package io.grape.embedded;

import org.jspecify.annotations.NullMarked;
