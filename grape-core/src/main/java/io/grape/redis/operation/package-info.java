/** Operations over many jobs, in Redis. */
@NullMarked
package io.grape.redis.operation;

import org.jspecify.annotations.NullMarked;
