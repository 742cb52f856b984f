package io.grape.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far the consumer of a job is, as it said with a touch.
 *
 * @param at when it said so, by Redis's clock
 * @param percent 0 to 100, null: it did not say
 * @param note empty if there is none
 */
public record Progress(Instant at, @Nullable Integer percent, String note) {}
