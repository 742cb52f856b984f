/** Takes over what a Grape 1.3 has in its Redis. */
@NullMarked
package io.grape.redis.migration;

import org.jspecify.annotations.NullMarked;
