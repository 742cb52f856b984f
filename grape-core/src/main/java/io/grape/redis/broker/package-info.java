/** The registry of brokers and their messages to each other, in Redis. */
@NullMarked
package io.grape.redis.broker;

import org.jspecify.annotations.NullMarked;
