/** Connections to Redis: addresses, topologies, deadlines, and what is read from the wire. The only room that opens one. */
@NullMarked
package io.grape.redis.connection;

import org.jspecify.annotations.NullMarked;
