/** A real broker on a real Redis for each test, with a clock that can be put ahead. */
@NullMarked
package io.grape.junit;

import org.jspecify.annotations.NullMarked;
