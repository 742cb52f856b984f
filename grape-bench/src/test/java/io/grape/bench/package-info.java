/** Tests of the bench: that what it counts is so. None judges a speed. */
@NullMarked
package io.grape.bench;

import org.jspecify.annotations.NullMarked;
