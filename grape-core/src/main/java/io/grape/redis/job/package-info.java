/** Jobs in Redis: produce, consume, acknowledge, list, explain. */
@NullMarked
package io.grape.redis.job;

import org.jspecify.annotations.NullMarked;
