/**
 * Connections to Redis: addresses, topologies, deadlines, and validation of the wire. Only this package opens
 * connections.
 */
@NullMarked
package io.grape.redis.connection;

import org.jspecify.annotations.NullMarked;
