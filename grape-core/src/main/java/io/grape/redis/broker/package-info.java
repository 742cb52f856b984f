/** What brokers say of themselves and to each other, in Redis. */
@NullMarked
package io.grape.redis.broker;

import org.jspecify.annotations.NullMarked;
