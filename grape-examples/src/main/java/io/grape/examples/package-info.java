/** Programs to copy from: each is whole, runs against a broker, and ends by itself. */
@NullMarked
package io.grape.examples;

import org.jspecify.annotations.NullMarked;
