/** Takes over jobs of other stores, and reads the data of a Grape 1.3. May use only the core's root and its jobs. */
@NullMarked
package io.grape.core.migration;

import org.jspecify.annotations.NullMarked;
