/** Tubes: settings, counts, samples and what is due when. May use the core's root alone. */
@NullMarked
package io.grape.core.tube;

import org.jspecify.annotations.NullMarked;
