/** Tubes in Redis: settings, keys, gates, registry, samples and schedules. */
@NullMarked
package io.grape.redis.tube;

import org.jspecify.annotations.NullMarked;
