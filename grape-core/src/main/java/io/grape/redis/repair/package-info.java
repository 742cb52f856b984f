/** The self-check: checks all stored data, and repairs it. */
@NullMarked
package io.grape.redis.repair;

import org.jspecify.annotations.NullMarked;
