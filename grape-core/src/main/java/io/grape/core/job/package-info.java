/** Jobs: produce, consume, acknowledge, list and explain. May use tubes and the core's root. */
@NullMarked
package io.grape.core.job;

import org.jspecify.annotations.NullMarked;
