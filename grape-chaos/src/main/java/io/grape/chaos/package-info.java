/** Breaks brokers and what they run on under load, and checks what clients saw. Nothing depends on it. */
@NullMarked
package io.grape.chaos;

import org.jspecify.annotations.NullMarked;
