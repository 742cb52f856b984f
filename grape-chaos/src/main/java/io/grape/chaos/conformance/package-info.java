/** Plays a broker's hard cases against somebody's worker, and says what it did wrong. Knows brokers by their wire only. */
@NullMarked
package io.grape.chaos.conformance;

import org.jspecify.annotations.NullMarked;
