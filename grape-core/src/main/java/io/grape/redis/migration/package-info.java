/** Takes over the data of a Grape 1.3 from its Redis. */
@NullMarked
package io.grape.redis.migration;

import org.jspecify.annotations.NullMarked;
