/** What is taken over from a Grape 1.3. May use the core's root alone. */
@NullMarked
package io.grape.core.migration;

import org.jspecify.annotations.NullMarked;
