/**
 * The storage: Redis, through scripts.
 *
 * <p>The only room that knows Lettuce. One script per verb in {@code resources/lua}, one place that builds keys
 * ({@link io.grape.redis.script.Keys}), one that runs scripts ({@link io.grape.redis.script.ScriptRunner}). What is stored, and for how
 * long, is in {@code docs/storage.md}.
 */
@NullMarked
package io.grape.redis;

import org.jspecify.annotations.NullMarked;
