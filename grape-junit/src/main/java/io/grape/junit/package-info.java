/** A real broker on a real Redis for each test, with a clock that you can advance. */
@NullMarked
package io.grape.junit;

import org.jspecify.annotations.NullMarked;
