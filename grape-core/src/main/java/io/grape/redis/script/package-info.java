/** Scripts: their texts, keys and arguments, batching, and replies. */
@NullMarked
package io.grape.redis.script;

import org.jspecify.annotations.NullMarked;
