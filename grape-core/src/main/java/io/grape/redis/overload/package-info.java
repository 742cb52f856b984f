/** Which work waits for a node of Redis, and which is shed. */
@NullMarked
package io.grape.redis.overload;

import org.jspecify.annotations.NullMarked;
