/** Tubes in Redis: settings, registry, samples, what is due when. */
@NullMarked
package io.grape.redis.tube;

import org.jspecify.annotations.NullMarked;
