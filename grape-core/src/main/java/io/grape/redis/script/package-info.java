/** Scripts: their text, keys and arguments, runs that many calls share, and replies. */
@NullMarked
package io.grape.redis.script;

import org.jspecify.annotations.NullMarked;
