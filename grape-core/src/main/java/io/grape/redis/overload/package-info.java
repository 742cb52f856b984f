/** Which work waits for a node of Redis, and which is shed. Uses only the core: it runs what it is given. */
@NullMarked
package io.grape.redis.overload;

import org.jspecify.annotations.NullMarked;
