/**
 * The bench: {@code ./grape bench}. Reads what is wanted, runs scenarios one after the other, prints and writes what came out.
 *
 * <p>How it is used and what it measures is in {@code docs/benchmarks.md}. Nothing of the product depends on it.
 */
@NullMarked
package io.grape.bench;

import org.jspecify.annotations.NullMarked;
