/** The schedules of tubes in Redis, and their ticks. */
@NullMarked
package io.grape.redis.schedule;

import org.jspecify.annotations.NullMarked;
