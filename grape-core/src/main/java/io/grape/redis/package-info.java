/**
 * The storage: Redis, through scripts.
 *
 * <p>Only this package and its subpackages know Lettuce. Each verb has one script in {@code resources/lua}. {@link
 * io.grape.redis.script.Keys} builds all keys, and {@link io.grape.redis.script.ScriptRunner} runs all scripts. {@code
 * docs/storage.md} says what is stored, and for how long.
 */
@NullMarked
package io.grape.redis;

import org.jspecify.annotations.NullMarked;
