/** Takes over the data of a Grape 1.3. May use only the core's root. */
@NullMarked
package io.grape.core.migration;

import org.jspecify.annotations.NullMarked;
