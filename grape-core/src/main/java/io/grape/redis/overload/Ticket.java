package io.grape.redis.overload;

import io.grape.core.OverloadReason;
import java.util.function.Consumer;

/**
 * Work that waits for a place.
 *
 * @param go does it, with what leaves the place
 * @param shed tells that it is not done
 * @param since when it came, of {@link System#nanoTime()}
 */
record Ticket(Consumer<Runnable> go, Consumer<OverloadReason> shed, long since) {}
