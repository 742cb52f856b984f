/** Tubes: settings, counts, samples and schedules. May use only the core's root. */
@NullMarked
package io.grape.core.tube;

import org.jspecify.annotations.NullMarked;
