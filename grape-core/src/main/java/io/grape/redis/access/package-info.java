/** Users, tokens and the audit log in Redis. */
@NullMarked
package io.grape.redis.access;

import org.jspecify.annotations.NullMarked;
